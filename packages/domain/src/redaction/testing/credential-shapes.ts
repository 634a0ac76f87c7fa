/** Makes a text of this many characters from an alphabet. */
export type Draw = (alphabet: string, length: number) => string;

/** A generator that gives the same texts for the same seed, in every run (mulberry32). */
export const drawWith = (seed: number): Draw => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return (alphabet, length) =>
    Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join('');
};

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdef`;
const BASE32 = `${UPPER}234567`;
const BASE36 = LOWER + DIGITS;
const BASE62 = UPPER + LOWER + DIGITS;
const BASE64 = `${BASE62}+/`;
const BASE64URL = `${BASE62}-_`;

/** More than a hundred forms in which credentials come, as providers document them and as people paste them. */
export const CREDENTIAL_SHAPES: Readonly<Record<string, (draw: Draw) => string>> = {
  'AWS access key id': (d) => of('AKIA', d(BASE32, 16)),
  'AWS temporary access key id': (d) => of('ASIA', d(BASE32, 16)),
  'AWS secret in a credentials file': (d) => of('aws_secret_access_key = ', d(BASE64, 40)),
  'AWS secret, alone': (d) => d(BASE64, 40),
  'AWS session token': (d) => of('aws_session_token=IQoJb3JpZ2luX2Vj', d(BASE64, 300)),
  'AWS presigned address': (d) =>
    of('https://b.s3.amazonaws.com/x?X-Amz-Expires=300&X-Amz-Signature=', d(HEX, 64)),
  'Google API key': (d) => of('AIza', d(BASE64URL, 35)),
  'Google OAuth client secret': (d) => of('GOCSPX-', d(BASE64URL, 28)),
  'Google access token': (d) => of('ya29.', d(BASE64URL, 120)),
  'Google refresh token': (d) => of('1//0', d(BASE64URL, 80)),
  'Google service account': (d) =>
    of('{"type":"service_account","private_key":"', pem(d, 'PRIVATE KEY').replaceAll('\n', '\\n'), '"}'),
  'Azure client secret': (d) => of(d(BASE62, 3), '8Q~', d(BASE64URL, 34)),
  'Azure storage connection': (d) =>
    of('DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=', d(BASE64, 86), '=='),
  'Azure service bus connection': (d) =>
    of(
      'Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=',
      d(BASE64, 43),
      '=',
    ),
  'Azure signed address': (d) =>
    of('https://a.blob.core.windows.net/c?sv=2024-11-04&se=2026-01-01&sig=', d(BASE62, 41), '%3D'),
  'DigitalOcean token': (d) => of('dop_v1_', d(HEX, 64)),
  'Heroku key': (d) => of('HRKU-AA', d(BASE64URL, 58)),
  'Fly token': (d) => of('FlyV1 fm2_', d(BASE64, 100)),
  'Databricks token': (d) => of('dapi', d(HEX, 32)),
  'Supabase token': (d) => of('sbp_', d(HEX, 40)),
  'PlanetScale password': (d) => of('pscale_pw_', d(BASE64URL, 43)),
  'Netlify token': (d) => of('nfp_', d(BASE62, 36)),
  'Alibaba access key': (d) => of('LTAI', d(BASE62, 20)),
  'Tailscale key': (d) => of('tskey-auth-', d(BASE62, 16), '-', d(BASE62, 32)),
  'GitHub personal token': (d) => of('ghp_', d(BASE62, 36)),
  'GitHub app token': (d) => of('ghs_', d(BASE62, 36)),
  'GitHub fine-grained token': (d) => of('github_pat_', d(BASE62, 22), '_', d(BASE62, 59)),
  'GitLab token': (d) => of('glpat-', d(BASE64URL, 20)),
  'GitLab runner token': (d) => of('glrt-', d(BASE64URL, 20)),
  'Bitbucket app password': (d) => of('ATBB', d(BASE62, 32)),
  'Atlassian token': (d) => of('ATATT3', d(BASE64URL, 186)),
  'npm token': (d) => of('npm_', d(BASE62, 36)),
  'npm configuration': (d) => of('//registry.example.com/:_authToken=', uuid(d)),
  'PyPI token': (d) => of('pypi-AgEIcHlwaS5vcmc', d(BASE64URL, 120)),
  'RubyGems key': (d) => of('rubygems_', d(HEX, 48)),
  'Docker Hub token': (d) => of('dckr_pat_', d(BASE64URL, 27)),
  'NuGet key': (d) => of('oy2', d(BASE36, 43)),
  'Artifactory key': (d) => of('AKCp', d(BASE62, 69)),
  'crates.io token': (d) => of('cio', d(BASE62, 32)),
  'Slack bot token': (d) => of('xoxb-', d(DIGITS, 12), '-', d(DIGITS, 12), '-', d(BASE62, 24)),
  'Slack app token': (d) => of('xapp-1-A', d(BASE36, 10).toUpperCase(), '-', d(DIGITS, 13), '-', d(HEX, 64)),
  'Slack app token of another form': (d) => of('xapp-', d(DIGITS, 1), '-', d(BASE62, 40)),
  'Slack webhook': (d) =>
    of('https://hooks.slack.com/services/T', d(BASE32, 8), '/B', d(BASE32, 10), '/', d(BASE62, 24)),
  'Discord webhook': (d) => of('https://discord.com/api/webhooks/', d(DIGITS, 18), '/', d(BASE64URL, 68)),
  'Discord webhook of a version': (d) =>
    of('https://ptb.discord.com/api/v10/webhooks/', d(DIGITS, 19), '/', d(BASE64URL, 68)),
  'Discord user token': (d) => of('mfa.', d(BASE64URL, 84)),
  'Discord bot token of today': (d) =>
    of('Bot MT', d(BASE62, 24), '.G', d(BASE64URL, 5), '.', d(BASE64URL, 38)),
  'Discord bot token': (d) => of('M', d(BASE62, 25), '.', d(BASE62, 6), '.', d(BASE64URL, 38)),
  'Telegram bot token': (d) => of('7', d(DIGITS, 9), ':AA', d(BASE64URL, 33)),
  'SendGrid key': (d) => of('SG.', d(BASE64URL, 22), '.', d(BASE64URL, 43)),
  'Twilio key': (d) => of('SK', d(HEX, 32)),
  'Mailgun key': (d) => of('key-', d(HEX, 32)),
  'Mailchimp key': (d) => of(d(HEX, 32), '-us14'),
  'Brevo key': (d) => of('xkeysib-', d(HEX, 64), '-', d(BASE62, 16)),
  'Stripe secret key': (d) => of('sk_live_', d(BASE62, 24)),
  'Stripe restricted key': (d) => of('rk_live_', d(BASE62, 99)),
  'Square token': (d) => of('sq0atp-', d(BASE64URL, 22)),
  'Shopify token': (d) => of('shpat_', d(HEX, 32)),
  'webhook secret': (d) => of('whsec_', d(BASE64, 32)),
  'OpenAI project key': (d) => of('sk-proj-', d(BASE64URL, 74), 'T3BlbkFJ', d(BASE64URL, 74)),
  'OpenAI key': (d) => of('sk-', d(BASE62, 20), 'T3BlbkFJ', d(BASE62, 20)),
  'Anthropic key': (d) => of('sk-ant-api03-', d(BASE64URL, 93), 'AA'),
  'Groq key': (d) => of('gsk_', d(BASE62, 52)),
  'Hugging Face token': (d) => of('hf_', d(UPPER + LOWER, 34)),
  'Replicate token': (d) => of('r8_', d(BASE62, 37)),
  'OpenRouter key': (d) => of('sk-or-v1-', d(HEX, 64)),
  'Pinecone key': (d) => of('pcsk_', d(BASE62, 6), '_', d(BASE62, 63)),
  'Vault token': (d) => of('hvs.', d(BASE64URL, 95)),
  'Vault token of old': (d) => of('s.', d(BASE62, 24)),
  'Terraform token': (d) => of(d(BASE62, 14), '.atlasv1.', d(BASE64URL, 67)),
  'Doppler token': (d) => of('dp.pt.', d(BASE62, 43)),
  'Pulumi token': (d) => of('pul-', d(HEX, 40)),
  '1Password account key': (d) =>
    of('A3-', ...[6, 6, 5, 5, 5].map((n, i) => of(i === 0 ? '' : '-', d(UPPER + DIGITS, n)))),
  'age key': (d) => of('AGE-SECRET-KEY-1', d('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)),
  'New Relic key': (d) => of('NRAK-', d(UPPER + DIGITS, 27)),
  'Grafana token': (d) => of('glsa_', d(BASE62, 32), '_', d(HEX, 8)),
  'Sentry token': (d) => of('sntryu_', d(HEX, 64)),
  'Sentry token of an organization': (d) =>
    of('sntrys_', btoa(`{"iat":${d('123456789', 10)},"org":"acme"}`), '_', d(BASE64, 43)),
  'Sentry token of another form': (d) => of('sntrys_', d(BASE62, 64)),
  'Dynatrace token': (d) => of('dt0c01.', d(BASE32, 24), '.', d(BASE32, 64)),
  'Datadog key in a setting': (d) => of('DD_API_KEY=', d(HEX, 32)),
  'Okta token in a header': (d) => of('Authorization: SSWS 00', d(BASE64URL, 40)),
  'Okta token': (d) => of('SSWS 00', d(BASE64URL, 40)),
  'Okta token in a command': (d) =>
    of("curl -H 'authorization: ssws 00", d(BASE64URL, 40), "' https://acme.okta.com"),
  'Vercel token': (d) => of('vcp_', d(BASE62, 24)),
  'Vercel key': (d) => of('vck_', d(BASE62, 56)),
  'Linear key': (d) => of('lin_api_', d(BASE62, 40)),
  'Notion secret': (d) => of('ntn_', d(DIGITS, 11), d(BASE62, 35)),
  'Airtable token': (d) => of('pat', d(BASE62, 14), '.', d(HEX, 64)),
  'Figma token': (d) => of('figd_', d(BASE64URL, 40)),
  'Postman key': (d) => of('PMAK-', d(HEX, 24), '-', d(HEX, 34)),
  'JSON Web Token': (d) => jwt(d, { alg: 'ES256', kid: 'k1' }, { sub: 'ada', exp: 1_900_000_000 }),
  'JSON Web Token behind a word': (d) =>
    of('id_token=', jwt(d, { alg: 'RS256' }, { iss: 'https://i.example' })),
  'bearer token': (d) => of('Authorization: Bearer ', d(BASE64URL, 43)),
  'bearer token in a sentence': (d) => of('I called it with bearer ', d(BASE62, 32), ' and got 403'),
  'basic credentials': (d) => of('Authorization: Basic ', btoa(of('ada:', password(d)))),
  'key in a header': (d) => of('curl -H "X-Api-Key: ', d(HEX, 40), '" https://api.example'),
  'private key': (d) => pem(d, 'PRIVATE KEY'),
  'RSA private key': (d) => pem(d, 'RSA PRIVATE KEY'),
  'OpenSSH private key': (d) => pem(d, 'OPENSSH PRIVATE KEY'),
  'PGP private key': (d) => pem(d, 'PGP PRIVATE KEY BLOCK'),
  'database address': (d) => of('postgresql://app:', d(BASE62, 16), '@db.example:5432/app'),
  'cache address': (d) => of('rediss://:', d(BASE62, 24), '@cache.example:6380/0'),
  'repository address with a token': (d) => of('https://oauth2:', d(BASE62, 20), '@git.example/acme/x.git'),
  'password in a setting': (d) => of('DB_PASSWORD=', password(d)),
  'password in a connection': (d) =>
    of('Server=db.example;User Id=app;Password=', password(d), ';Encrypt=yes'),
  'password in JSON': (d) => JSON.stringify({ user: 'app', password: password(d) }),
  'password in a sentence': (d) => of('the password is ', password(d), ' until Monday'),
  'password in XML': (d) => of('<user>app</user><password>', password(d), '</password>'),
  'client secret': (d) => of('client_secret: "', d(BASE64URL, 40), '"'),
};

// Put together when the tests run, so that no scanner of this repository takes them for real ones.
const of = (...parts: readonly string[]): string => parts.join('');

const base64url = (text: string): string =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const jwt = (draw: Draw, header: object, claims: object): string =>
  of(base64url(JSON.stringify(header)), '.', base64url(JSON.stringify(claims)), '.', draw(BASE64URL, 86));

const uuid = (draw: Draw): string => [8, 4, 4, 4, 12].map((length) => draw(HEX, length)).join('-');

const password = (draw: Draw): string =>
  of(draw(UPPER, 1), draw(LOWER, 4), draw(DIGITS, 2), draw('!@#%*?', 1), draw(BASE62, 4), draw(DIGITS, 1));

const lines = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => draw(BASE64, 64)).join('\n');

const pem = (draw: Draw, what: string): string =>
  of('-----BEGIN ', what, '-----\n', lines(draw, 6), '\n-----END ', what, '-----');
