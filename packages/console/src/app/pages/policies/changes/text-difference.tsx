import { useEffect, useRef } from 'react';
import { type Compared, openDifference } from './difference-view.js';

/** Two texts, with what differs marked. */
const TextDifference = ({ before, after, format, isUnified, isWhole }: Compared) => {
  const host = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      host.current === null
        ? undefined
        : openDifference(host.current, { before, after, format, isUnified, isWhole }),
    [before, after, format, isUnified, isWhole],
  );
  return <div ref={host} className="text-difference" />;
};

// Loaded when it is first needed.
export default TextDifference;
