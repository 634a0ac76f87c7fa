// Not a test of ours: what run-mocha.test.ts lets run.
throw new Error('planted');
