import { hash } from 'node:crypto';

/** An answer that is the same for many calls: one buffer for all of them, known by a tag of its content. */
export class SharedFile {
  readonly body: Buffer;
  readonly etag: string;

  constructor(text: string) {
    this.body = Buffer.from(text);
    this.etag = `"${hash('sha256', this.body, 'base64url').slice(0, 22)}"`;
  }
}
