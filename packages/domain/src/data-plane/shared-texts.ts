/** Texts that many rows share, by number: each is kept once, and only while a row has it. */
export class SharedTexts {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #uses: number[] = [];
  readonly #free: number[] = [];

  /** The number of a text; one use more. */
  take(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) {
      this.#uses[known] = (this.#uses[known] as number) + 1;
      return known;
    }
    const number = this.#free.pop() ?? this.#texts.length;
    this.#numbers.set(text, number);
    this.#texts[number] = text;
    this.#uses[number] = 1;
    return number;
  }

  /** One use less; after the last one the number may stand for another text. */
  release(number: number): void {
    const left = (this.#uses[number] as number) - 1;
    this.#uses[number] = left;
    if (left > 0) return;
    this.#numbers.delete(this.#texts[number] as string);
    this.#texts[number] = '';
    this.#free.push(number);
  }

  textOf(number: number): string {
    return this.#texts[number] as string;
  }

  /** How many texts are kept. */
  get size(): number {
    return this.#numbers.size;
  }
}
