// Not a real test: run by run-lane.test.ts.
throw new Error('planted');
