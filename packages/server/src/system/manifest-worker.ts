import { parentPort } from 'node:worker_threads';
import { type ManifestTask, manifestTaskDone } from '@govgate/application';

// The other end of manifest-thread.ts.
// The first word is that it is ready.
parentPort?.postMessage('');
parentPort?.on('message', (task: ManifestTask) => parentPort?.postMessage(manifestTaskDone(task)));
