import BalanceScaleIcon from '@patternfly/react-icons/dist/esm/icons/balance-scale-icon.js';
import ClusterIcon from '@patternfly/react-icons/dist/esm/icons/cluster-icon.js';
import DesktopIcon from '@patternfly/react-icons/dist/esm/icons/desktop-icon.js';
import ExportIcon from '@patternfly/react-icons/dist/esm/icons/export-icon.js';
import HistoryIcon from '@patternfly/react-icons/dist/esm/icons/history-icon.js';
import KeyIcon from '@patternfly/react-icons/dist/esm/icons/key-icon.js';
import NetworkIcon from '@patternfly/react-icons/dist/esm/icons/network-icon.js';
import RobotIcon from '@patternfly/react-icons/dist/esm/icons/robot-icon.js';
import ServerIcon from '@patternfly/react-icons/dist/esm/icons/server-icon.js';
import TachometerAltIcon from '@patternfly/react-icons/dist/esm/icons/tachometer-alt-icon.js';
import TasksIcon from '@patternfly/react-icons/dist/esm/icons/tasks-icon.js';
import UsersIcon from '@patternfly/react-icons/dist/esm/icons/users-icon.js';
import type { Api, Permission } from '../state/api.js';
import { texts } from '../texts.js';
import { overview } from './overview/overview.js';
import type { ConsolePage, PageContent } from './page.js';
import { mayReview } from './reviews/may-review.js';

const everybody = (): boolean => true;
const mayRead =
  (permission: Permission) =>
  (api: Api): boolean =>
    api.may(permission);

type Contents = typeof import('./contents.js');
const contentOf = (name: keyof Contents) => async (): Promise<PageContent> =>
  (await import('./contents.js'))[name];

/** Every page of the console, in navigation order. The first is part of the first load; the others come together when one of them is first visited. */
export const PAGES: readonly ConsolePage[] = [
  {
    path: '',
    title: texts.overview.title,
    letter: 'o',
    Icon: TachometerAltIcon,
    isFor: everybody,
    load: async () => overview,
  },
  {
    path: 'reviews',
    title: texts.reviews.title,
    letter: 'r',
    Icon: TasksIcon,
    isFor: mayReview,
    load: contentOf('reviews'),
  },
  {
    path: 'policies',
    title: texts.policies.title,
    letter: 'p',
    Icon: BalanceScaleIcon,
    isFor: mayRead('policy.read'),
    load: contentOf('policies'),
  },
  {
    path: 'sessions',
    title: texts.sessions.title,
    letter: 's',
    Icon: NetworkIcon,
    isFor: mayRead('session.read'),
    load: contentOf('sessions'),
  },
  {
    path: 'mcp-servers',
    title: texts.servers.title,
    letter: 'm',
    Icon: ServerIcon,
    isFor: mayRead('mcp_server.read'),
    load: contentOf('mcpServers'),
  },
  {
    path: 'agents',
    title: texts.agents.title,
    letter: 'a',
    Icon: RobotIcon,
    isFor: mayRead('agent.read'),
    load: contentOf('agents'),
  },
  {
    path: 'surfaces',
    title: texts.surfaces.title,
    letter: 'c',
    Icon: DesktopIcon,
    isFor: mayRead('client_surface.read'),
    load: contentOf('surfaces'),
  },
  {
    path: 'bindings',
    title: texts.bindings.title,
    letter: 'b',
    Icon: KeyIcon,
    isFor: mayRead('credential_binding.read'),
    load: contentOf('bindings'),
  },
  {
    path: 'data-planes',
    title: texts.planes.title,
    letter: 'd',
    Icon: ClusterIcon,
    isFor: mayRead('data_plane.read'),
    load: contentOf('dataPlanes'),
  },
  {
    path: 'destinations',
    title: texts.destinations.title,
    letter: 't',
    Icon: ExportIcon,
    isFor: mayRead('siem_webhook.read'),
    load: contentOf('destinations'),
  },
  // Everybody may ask why they can or cannot do something themselves.
  {
    path: 'access',
    title: texts.access.title,
    letter: 'x',
    Icon: UsersIcon,
    isFor: everybody,
    load: contentOf('access'),
  },
  {
    path: 'audit',
    title: texts.audit.title,
    letter: 'u',
    Icon: HistoryIcon,
    isFor: mayRead('audit.read'),
    load: contentOf('audit'),
  },
];
