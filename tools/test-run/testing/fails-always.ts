// Not a real test: run by repeat-failed.test.ts.
describe('a file with a fault', () => {
  it('fails', () => {
    throw new Error('planted fault');
  });
});
