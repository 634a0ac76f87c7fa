import { parentPort } from 'node:worker_threads';
import { type ManifestTask, manifestTaskDone } from '@govgate/application';

// The other end of manifest-thread.ts. Its first message says that it is ready.
parentPort?.postMessage('');
parentPort?.on('message', (task: ManifestTask) => parentPort?.postMessage(manifestTaskDone(task)));
