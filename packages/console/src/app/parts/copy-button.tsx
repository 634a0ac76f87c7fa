import { Button } from '@patternfly/react-core';
import CopyIcon from '@patternfly/react-icons/dist/esm/icons/copy-icon.js';
import { useState } from 'react';
import { texts } from '../texts.js';

/** Copies a text, and says whether that was possible. */
export const CopyButton = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    // Browsers provide no clipboard to pages loaded over http from another host.
    const isCopied = await Promise.resolve(navigator.clipboard?.writeText(text).then(() => true)).catch(
      () => false,
    );
    setSaid(isCopied === true ? texts.copied : texts.notCopied(text));
  };
  return (
    <>
      <Button variant="link" icon={<CopyIcon />} onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status">{said}</span>
    </>
  );
};
