import { join } from 'node:path';
import { installVenv } from '../python-venv.js';
import { runPython } from './python-readers.js';

/** A client of AuthZEN 1.0 that others wrote, from PyPI. */
const PACKAGES = ['decern==0.6.0'];

const EVALUATE = `
import json, sys
from decern import Client, DecernError
given = json.load(sys.stdin)
client = Client(given["point"], timeout=20, token=given["token"])
def ask(question):
    try:
        answer = client.evaluate(**question)
        return [answer.allowed, (answer.context or {}).get("reason_code")]
    except DecernError as refused:
        return refused.status_code
print(json.dumps([ask(question) for question in given["questions"]]))
`;

/** What came of a question: whether it is allowed and why, or the status that refused it. */
export type ClientAnswer = readonly [boolean, string] | number;

/** Asks a decision point as the library does. */
export interface AuthzenClient {
  evaluate(given: {
    readonly point: string;
    readonly token: string;
    readonly questions: readonly object[];
  }): Promise<readonly ClientAnswer[]>;
}

/** The client, or undefined where no Python fits. */
export const provideAuthzenClient = async (): Promise<AuthzenClient | undefined> => {
  const folder = await installVenv('authzen-client-1', PACKAGES);
  if (folder === undefined) return undefined;
  const python = join(folder, 'python');
  return {
    evaluate: async (given) =>
      (await runPython(python, EVALUATE, JSON.stringify(given))) as readonly ClientAnswer[],
  };
};
