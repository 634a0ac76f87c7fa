import { texts } from '../../texts.js';

/** A file that is written bit by bit. Nothing of it is there before it is closed. */
export interface FileSink {
  readonly write: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly discard: () => Promise<void>;
}

const MB = 1024 * 1024;
/** More than this is not gathered where a browser cannot write into a file. */
const MOST_MB = 256;
const PIECE = MB;

interface Picking {
  showSaveFilePicker?: (how: { suggestedName: string }) => Promise<FileSystemFileHandle>;
}

/** A file of the viewer's choice where the browser writes into one (Chromium), else a download that is gathered first. */
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

/** A line at a time would take a turn of the browser each. */
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

const download = (file: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};
