import type { ReadOverviewResponse as Overview } from '@govgate/client';
import { List, ListItem } from '@patternfly/react-core';
import CheckCircleIcon from '@patternfly/react-icons/dist/esm/icons/check-circle-icon.js';
import CircleIcon from '@patternfly/react-icons/dist/esm/icons/outlined-circle-icon.js';
import { useApi } from '../../state/api.js';
import { texts } from '../../texts.js';
import { LinkedCard } from './linked-card.js';

const t = texts.overview;

type FirstStep = Overview['first_steps'][number];

/** Where each step is done. */
const PATHS: Readonly<Record<FirstStep['step'], string>> = {
  connect_data_plane: 'data-planes',
  approve_mcp_server: 'mcp-servers',
  approve_client_surface: 'surfaces',
  register_agent: 'agents',
  publish_policy: 'policies',
  enable_destination: 'destinations',
};

/** What makes an empty environment one that governs calls, and how much of it is done. */
export const FirstSteps = ({ steps }: { readonly steps: readonly FirstStep[] }) => {
  const { href } = useApi();
  return (
    <LinkedCard title={t.firstSteps}>
      <p>{t.stepsDone(steps.filter(({ done }) => done).length, steps.length)}</p>
      <List isPlain>
        {steps.map(({ step, done }) => (
          <ListItem
            key={step}
            icon={done ? <CheckCircleIcon /> : <CircleIcon />}
            className={done ? 'quiet' : ''}
          >
            <a href={href(PATHS[step])}>{t.step[step]}</a>
            {done && <span className="pf-v6-screen-reader"> {t.done}</span>}
          </ListItem>
        ))}
      </List>
    </LinkedCard>
  );
};
