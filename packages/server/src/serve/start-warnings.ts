import type { ServerSettings } from '../settings/settings.js';

/** Prints them on stderr. */
export const printStartWarnings = (settings: ServerSettings): void => {
  for (const warning of startWarnings(settings)) process.stderr.write(`govgate: warning: ${warning}\n`);
};

/** What an operator should know about the settings, one sentence each. */
export const startWarnings = ({ fourEyes }: Pick<ServerSettings, 'fourEyes'>): readonly string[] =>
  fourEyes
    ? []
    : [
        'GOVGATE_APPROVALS_FOUR_EYES is false: whoever made or submitted an MCP server version, a credential binding or an agent may approve it alone.',
      ];
