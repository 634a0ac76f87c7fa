// Not a test of ours: what run-lane.test.ts lets run.
throw new Error('planted');
