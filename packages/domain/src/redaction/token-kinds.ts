/** A kind of credential recognised by its prefix. */
export interface TokenKind {
  readonly begins: readonly string[];
  /** What must follow in free text: the whole token's length, so that words with the same prefix pass. Sticky. */
  readonly inText: RegExp;
  /** The shortest match that counts where a text should be a mere name; by default as in free text. Sticky. */
  readonly inName?: RegExp;
  /** Whether it must contain digits, or letters of both cases. */
  readonly isMixed?: boolean;
}

const kind = (begins: string, inText: RegExp, inName?: RegExp): TokenKind => ({
  begins: begins.split(' '),
  inText,
  ...(inName === undefined ? {} : { inName }),
});

/**
 * Token formats of major providers, from their own documentation and public scanners. Every pattern is bounded and unambiguous, so that
 * none is slow on any text.
 */
export const TOKEN_KINDS: readonly TokenKind[] = [
  // Ours, and webhook secrets (Standard Webhooks).
  kind('ggw_', /[0-9A-Za-z]{12}_[0-9A-Za-z]{38}/y, /[0-9A-Za-z]{8}/y),
  kind('whsec_', /[A-Za-z0-9+/=]{20}/y, /[0-9A-Za-z]{8}/y),

  // Code hosting and continuous integration.
  kind('ghp_ gho_ ghu_ ghs_ ghr_', /[A-Za-z0-9]{36}/y, /[0-9A-Za-z]{16}/y),
  kind('github_pat_', /[A-Za-z0-9_]{22}/y, /[0-9A-Za-z]{8}/y),
  kind('glpat-', /[A-Za-z0-9_-]{20}/y, /[0-9A-Za-z_-]{8}/y),
  kind('gldt- glrt- glft- glimt- glagent- glsoat- glcbt- glptt- glffct- gloas- glwt-', /[A-Za-z0-9_-]{20}/y),
  kind('GR1348941', /[A-Za-z0-9_-]{20}/y),
  kind('ATATT3 ATCTT3 ATSTT3 ATBB', /[A-Za-z0-9_=-]{24}/y),
  kind('bkua_', /[0-9a-f]{40}/y),
  kind('CCIPAT_ CCIPRJ_', /[A-Za-z0-9]{10,32}_[0-9a-f]{40}/y),
  kind('sgp_', /(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}/y),
  kind('squ_ sqp_ sqa_', /[0-9a-f]{40}/y),

  // Package registries.
  kind('npm_', /[0-9A-Za-z]{32}/y, /[0-9A-Za-z]{20}/y),
  kind('pypi-', /AgE[0-9A-Za-z_-]{20}/y, /[0-9A-Za-z_-]{20}/y),
  kind('rubygems_', /[0-9a-f]{48}/y),
  kind('dckr_pat_ dckr_oat_', /[A-Za-z0-9_-]{27}/y),
  kind('oy2', /[a-z0-9]{43}/y),
  kind('cio', /[A-Za-z0-9]{32}/y),
  kind('CLOJARS_', /[a-z0-9]{60}/y),
  kind('AKCp', /[A-Za-z0-9]{60}/y),
  kind('cmVmdGtu', /[A-Za-z0-9]{50}/y),

  // Clouds and platforms.
  kind('AKIA ASIA ABIA ACCA', /[0-9A-Z]{16}\b/y, /[0-9A-Z]{12}/y),
  kind('ABSK', /[A-Za-z0-9+/]{100}/y),
  kind('bedrock-api-key-', /[A-Za-z0-9+/=]{30}/y),
  kind('IQoJb3JpZ2luX2Vj FwoGZXIvYXdz FQoGZXIvYXdz', /[A-Za-z0-9+/=]{60}/y),
  kind('AIza', /[0-9A-Za-z_-]{35}/y, /[0-9A-Za-z_-]{30}/y),
  kind('GOCSPX-', /[0-9A-Za-z_-]{28}/y),
  kind('ya29.', /[0-9A-Za-z_-]{30}/y),
  kind('1//0', /[0-9A-Za-z_-]{40}/y),
  kind('LTAI', /[A-Za-z0-9]{16,20}\b/y),
  kind('AKID', /[A-Za-z0-9]{32}/y),
  kind('dop_v1_ doo_v1_ dor_v1_', /[0-9a-f]{64}/y, /[0-9A-Za-z]{20}/y),
  kind('HRKU-', /[A-Za-z0-9_-]{36}/y),
  kind('fo1_ fm1a_ fm1r_ fm2_', /[A-Za-z0-9_=+/-]{40}/y),
  kind('sbp_', /[0-9a-f]{40}/y),
  kind('sb_secret_', /[A-Za-z0-9_-]{22}/y),
  kind('pscale_tkn_ pscale_pw_ pscale_oauth_', /[A-Za-z0-9=._-]{32}/y),
  kind('nfp_', /[A-Za-z0-9]{36}/y),
  kind('vcp_ vci_ vca_ vcr_ vck_', /[A-Za-z0-9]{24}/y, /[0-9A-Za-z]{16}/y),
  kind('rnd_', /[A-Za-z0-9]{32}/y),
  kind('dapi', /[0-9a-f]{32}/y),
  kind('v1.0-', /[0-9a-f]{24}-[0-9a-f]{146}/y),
  kind('sha256~', /[A-Za-z0-9_-]{43}/y),
  kind('pul-', /[0-9a-f]{40}/y),
  kind('tskey-', /(?:auth|api|client|webhook)-[A-Za-z0-9]{10,20}-[A-Za-z0-9]{20}/y),
  kind('API-', /[A-Z0-9]{26}\b/y),

  // Secret stores.
  kind('hvs. hvb. hvr.', /[A-Za-z0-9_-]{20}/y),
  kind('hvs_', /[0-9A-Za-z]{24}/y, /[0-9A-Za-z]{20}/y),
  { ...kind('s.', /[A-Za-z0-9]{24}\b/y), isMixed: true },
  kind('dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.', /[A-Za-z0-9._-]{40}/y),
  kind('ops_', /eyJ[A-Za-z0-9+/=]{40}/y),
  kind('A3-', /[A-Z0-9]{6}-[A-Z0-9]{6,11}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}/y),
  kind('AGE-SECRET-KEY-1', /[0-9A-Z]{58}/y),

  // AI models and data.
  { ...kind('sk-', /(?:[a-z]{2,8}-)?[A-Za-z0-9]{20}/y, /[0-9A-Za-z_-]{8}/y), isMixed: true },
  kind('sk-ant-', /(?:api|admin)\d\d-[A-Za-z0-9_-]{40}/y),
  kind('sk-or-v1-', /[0-9a-f]{64}/y),
  kind('sk-proj- sk-svcacct- sk-admin-', /[A-Za-z0-9_-]{40}/y),
  kind('sk-lf-', /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/y),
  kind('gsk_', /[A-Za-z0-9]{40}/y),
  kind('hf_ api_org_', /[A-Za-z0-9]{34}/y),
  kind('r8_', /[A-Za-z0-9]{37}/y),
  kind('pplx-', /[A-Za-z0-9]{40}/y),
  kind('xai-', /[A-Za-z0-9]{70}/y),
  kind('nvapi-', /[A-Za-z0-9_-]{60}/y),
  kind('lsv2_pt_ lsv2_sk_', /[0-9a-f]{32}/y),
  kind('pcsk_', /[A-Za-z0-9]{4,8}_[A-Za-z0-9]{40}/y),

  // Payments and commerce.
  kind('sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_', /[0-9A-Za-z]{16}/y, /[0-9A-Za-z]{8}/y),
  kind('sq0atp- sq0csp- sq0idp-', /[0-9A-Za-z_-]{22}/y),
  kind('shpat_ shpca_ shppa_ shpss_', /[0-9A-Fa-f]{32}/y, /[0-9A-Za-z]{20}/y),
  kind('access_token$production$ access_token$sandbox$', /[0-9a-z]{16}\$[0-9a-f]{32}/y),
  kind('FLWSECK_TEST- FLWSECK-', /[0-9a-f]{12}/y),
  kind('shippo_live_ shippo_test_', /[0-9a-f]{40}/y),
  kind('EZAK EZTK', /[A-Za-z0-9]{54}/y),
  kind('duffel_live_ duffel_test_', /[A-Za-z0-9_=-]{43}/y),

  // Messaging and mail.
  kind('xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxc- xoxd-', /[A-Za-z0-9-]{15}/y, /[0-9A-Za-z-]{8}/y),
  kind('xoxe.xoxb- xoxe.xoxp-', /\d-[A-Za-z0-9]{40}/y),
  { ...kind('xapp-', /[A-Za-z0-9-]{15}/y, /[0-9A-Za-z-]{8}/y), isMixed: true },
  kind('xwfp-', /\d{8,14}-[A-Za-z0-9-]{20}/y),
  kind('hooks.slack.com/', /(?:services|workflows|triggers)\/[A-Za-z0-9+/]{20}/y),
  kind('discord.com/api/ discordapp.com/api/', /(?:v\d{1,2}\/)?webhooks\/\d{17,20}\/[A-Za-z0-9_-]{40}/y),
  kind('mfa.', /[A-Za-z0-9_-]{60}/y),
  kind('SG.', /[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{40}/y),
  kind('SK', /[0-9a-f]{32}\b/y),
  kind('key-', /[0-9a-f]{32}\b/y),
  kind('xkeysib- xsmtpsib-', /[0-9a-f]{64}/y),

  // Monitoring.
  kind('NRAK- NRAA-', /[A-Z0-9]{27}/y),
  kind('NRJS- NRII-', /[A-Za-z0-9_-]{19}/y),
  kind('NRRA-', /[0-9a-f]{40}/y),
  kind('glsa_', /[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}/y),
  kind('glc_', /[A-Za-z0-9+/=]{32}/y),
  kind('eyJrIjoi', /[A-Za-z0-9+/=]{50}/y),
  kind('sntrys_', /[A-Za-z0-9+/=_-]{40}/y, /[0-9A-Za-z]{8}/y),
  kind('sntryu_', /[0-9a-f]{64}/y),
  kind('dt0c01. dt0s01. dt0s02.', /[A-Z0-9]{8,24}\.[A-Z0-9]{64}/y),
  kind('hcaik_ hcbik_ hcamk_', /[a-z0-9]{40}/y),

  // Collaboration.
  kind('lin_api_ lin_oauth_', /[A-Za-z0-9]{40}/y),
  { ...kind('secret_', /[A-Za-z0-9]{43}\b/y), isMixed: true },
  kind('ntn_', /[A-Za-z0-9]{40}/y),
  kind('figd_ figu_ figo_', /[A-Za-z0-9_-]{40}/y),
  kind('CFPAT-', /[A-Za-z0-9_-]{43}/y),
  kind('PMAK-', /[0-9a-f]{24}-[0-9a-f]{34}/y),
  kind('tfp_', /[A-Za-z0-9._=-]{59}/y),
  kind('pat', /[A-Za-z0-9]{14}\.[0-9a-f]{64}/y),
  kind('pnu_', /[a-z0-9]{36}/y),
  kind('rdme_', /[a-z0-9]{70}/y),
  kind('sl.', /[A-Za-z0-9_-]{60}/y),
  kind('aio_', /[A-Za-z0-9]{28}/y),
  { ...kind('EAA', /[A-Za-z0-9]{90}/y), isMixed: true },

  // Private keys without their first line, as their base64 begins.
  kind('MIIEvQIBADANBgkq MIIEvgIBADANBgkq MIIEvAIBADANBgkq MIIEwAIBADANBgkq', /[A-Za-z0-9+/]{40}/y),
  kind('MIIEpAIBAAKCAQEA MIIEowIBAAKCAQEA MIIEogIBAAKCAQEA MIIJKQIBAAKCAgEA', /[A-Za-z0-9+/]{40}/y),
  kind('b3BlbnNzaC1rZXktdjEA', /[A-Za-z0-9+/]{20}/y),
];
