// Not a test of ours: what run-lane.test.ts lets run.
// biome-ignore lint/suspicious/noFocusedTests: that it is refused is what is tested
describe.only('a file that pushes itself forward', () => {
  it('passes', () => undefined);
});
