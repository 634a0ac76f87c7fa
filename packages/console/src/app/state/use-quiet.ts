import { useEffect, useState } from 'react';

/** What a value was when it last stayed the same for a while. */
export const useQuiet = <T>(value: T, ms: number): T => {
  const [quiet, setQuiet] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return quiet;
};
