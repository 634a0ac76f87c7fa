import type { AccessQuestion } from '../access/access-question.js';
import type { AccessAnswer } from './access-answer.js';

/** Occurs in no text of a request: separates the parts of a key, so that no two questions share one. */
export const NUL = '\0';

/** Answers by who does what to which type of resource, then by its id. */
type Answers = Map<string, Map<string, AccessAnswer>>;

/** Overhead of an answer besides its texts. */
const CHARACTERS_AROUND = 100;

/**
 * The cached answers of an environment, bounded by characters. A batch often asks the same about one resource after the other, so
 * everything but the resource's id is combined once for consecutive questions. Recently used answers survive when the others are evicted,
 * half of all at a time.
 */
export class RememberedAnswers {
  #recent: Answers = new Map();
  #before: Answers = new Map();
  #characters = 0;
  #line = { subjectType: '', subjectId: '', action: '', resourceType: '', key: NUL + NUL + NUL };

  constructor(private readonly mostCharacters: number) {}

  get(question: AccessQuestion): AccessAnswer | undefined {
    const line = this.#lineOf(question);
    const { id } = question.resource;
    const known = this.#recent.get(line)?.get(id);
    if (known !== undefined) return known;
    const older = this.#before.get(line)?.get(id);
    if (older !== undefined) this.#keep(line, id, older);
    return older;
  }

  set(question: AccessQuestion, answer: AccessAnswer): void {
    this.#keep(this.#lineOf(question), question.resource.id, answer);
  }

  #keep(line: string, id: string, answer: AccessAnswer): void {
    const kept = this.#recent.get(line);
    this.#characters += id.length + CHARACTERS_AROUND + (kept === undefined ? line.length : 0);
    if (kept === undefined) this.#recent.set(line, new Map([[id, answer]]));
    else kept.set(id, answer);
    if (this.#characters * 2 <= this.mostCharacters) return;
    this.#before = this.#recent;
    this.#recent = new Map();
    this.#characters = 0;
  }

  #lineOf({ subject, action, resource }: AccessQuestion): string {
    const last = this.#line;
    const isSame =
      last.subjectId === subject.id &&
      last.action === action.name &&
      last.resourceType === resource.type &&
      last.subjectType === subject.type;
    if (isSame) return last.key;
    const key = subject.type + NUL + subject.id + NUL + action.name + NUL + resource.type;
    this.#line = {
      subjectType: subject.type,
      subjectId: subject.id,
      action: action.name,
      resourceType: resource.type,
      key,
    };
    return key;
  }
}
