/** Texts that look like credentials, assembled from parts so that no scanner takes this file for a leak. */
export const fourKindsOfSecrets: readonly (readonly [string, string])[] = [
  ['a GitHub token', `ghp_${'Ab3dE5gH7jK9mN1pQ3sT5vW7xY9zB2cD4fG6'}`],
  ['an AWS key', `AKIA${'IOSFODNN7EXAMPL2'}`],
  ['a Slack token', ['xoxb', '123456789012', '123456789012', 'AbCdEfGhIjKlMnOpQrStUvWx'].join('-')],
  ['an address with user information', `https://ada:${'s3cretpass'}@wiki.example`],
];
