import { download } from '../../parts/download.js';
import { texts } from '../../texts.js';

/** A file written incrementally. Nothing of it exists before it is closed. */
export interface FileSink {
  readonly write: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly discard: () => Promise<void>;
}

const MB = 1024 * 1024;
/** Limit of what is buffered if the browser cannot write to a file. */
const MOST_MB = 256;
const PIECE = MB;

interface Picking {
  showSaveFilePicker?: (how: { suggestedName: string }) => Promise<FileSystemFileHandle>;
}

/** A file chosen by the user if the browser supports writing to one (Chromium), else a buffered download. */
export const openSink = async (name: string): Promise<FileSink> => {
  const { showSaveFilePicker } = window as Picking;
  if (showSaveFilePicker === undefined) return gathered(name);
  const handle = await showSaveFilePicker.call(window, { suggestedName: name });
  const file = await handle.createWritable();
  return inPieces({
    write: (text) => file.write(text),
    close: () => file.close(),
    discard: () => file.abort(),
  });
};

const gathered = (name: string): FileSink => {
  // Browsers keep large blobs on disk, and strings in memory.
  const pieces: Blob[] = [];
  let size = 0;
  return inPieces({
    write: async (text) => {
      const piece = new Blob([text]);
      size += piece.size;
      if (size > MOST_MB * MB) throw new Error(texts.audit.exportTooLarge(MOST_MB));
      pieces.push(piece);
    },
    close: async () => download(new Blob(pieces, { type: 'application/x-ndjson' }), name),
    discard: async () => {
      pieces.length = 0;
    },
  });
};

/** Writing line by line would take an event loop turn each. */
const inPieces = (sink: FileSink): FileSink => {
  let rest = '';
  const flush = async (): Promise<void> => {
    const text = rest;
    rest = '';
    if (text !== '') await sink.write(text);
  };
  return {
    write: async (text) => {
      rest += text;
      if (rest.length >= PIECE) await flush();
    },
    close: async () => {
      await flush();
      await sink.close();
    },
    discard: sink.discard,
  };
};
