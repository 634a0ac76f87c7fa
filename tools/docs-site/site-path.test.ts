import { expect } from 'chai';
import { pageOf, targetOf } from './site-path.js';

describe('pageOf', () => {
  it('creates pages for the documentation, the project’s own pages, the examples and the integrations, and for nothing else', () => {
    const files = [
      'docs/how-to/backup.md',
      'docs/siem/sigma/README.md',
      'CONTRIBUTING.md',
      'examples/data-plane/README.md',
      'integrations/README.md',
      'integrations/litellm/README.md',
      'README.md',
      'packages/domain/README.md',
      'docs/generated/openapi.json',
    ];
    expect(files.map(pageOf)).to.deep.equal([
      'how-to/backup.md',
      'siem/sigma/index.md',
      'project/contributing.md',
      'examples/data-plane/index.md',
      'integrations/index.md',
      'integrations/litellm/index.md',
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('targetOf', () => {
  it('resolves relative to the file of the link, and leaves other links alone', () => {
    const from = (href: string) => targetOf('docs/how-to/backup.md', href);
    expect(from('../../CONTRIBUTING.md#style')).to.deep.equal({ path: 'CONTRIBUTING.md', hash: '#style' });
    expect(from('settings.md')).to.deep.equal({ path: 'docs/how-to/settings.md', hash: '' });
    expect(['https://x.test', 'mailto:a@x.test', '#here', '/how-to/x'].map(from)).to.deep.equal(
      Array(4).fill(undefined),
    );
  });
});
