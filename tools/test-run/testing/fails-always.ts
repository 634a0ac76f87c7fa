// Not a test of ours: what repeat-failed.test.ts lets run.
describe('a file with a fault', () => {
  it('fails', () => {
    throw new Error('planted fault');
  });
});
