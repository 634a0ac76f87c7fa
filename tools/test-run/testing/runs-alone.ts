// Not a real test: run by run-lane.test.ts.
// biome-ignore lint/suspicious/noFocusedTests: that it is refused is what is tested
describe.only('a file that pushes itself forward', () => {
  it('passes', () => undefined);
});
