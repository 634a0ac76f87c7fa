import type { Command } from 'commander';
import type { ServiceAddress } from '../at-service.js';
import type { Searched } from '../searched.js';
import { ofTenant } from './people-commands.js';
import { searched } from './searched.js';

type Reasoned = ServiceAddress & { readonly reason: string };

/** Reviews of grants. */
export const addAccessReviewCommands = (program: Command): void => {
  const review = program.command('access-review').description('reviews of grants');
  addOpenCommand(review);
  addReadingCommands(review);
  addDecidingCommands(review);
};

const addOpenCommand = (review: Command): void => {
  ofTenant(review, 'open', 'have reviewers decide which grants stay')
    .argument('<name>', 'what to call it')
    .option('--reviewer <user...>', 'who decides')
    .option('--reviewer-group <group...>', 'or the members of which groups')
    .option('--environment <id>', 'the grants of this environment; default: of the whole tenant')
    .option('--kind <kind...>', 'role_binding, api_token, service_account, credential_binding; default: all')
    .option('--ttl <duration>', 'until it closes, such as 30d', '14d')
    .option('--when-unanswered <decision>', 'keep or revoke what nobody decided on', 'keep')
    .option('--reason <code>', 'why, as a reason code', 'requested')
    .action(async (name: string, options: import('../access-review.js').OpenOptions) =>
      (await import('../access-review.js')).openReview(name, options),
    );
};

const addReadingCommands = (review: Command): void => {
  searched(ofTenant(review, 'list', 'print the reviews, one JSON object per line'), 'name, created')
    .option('--status <status>', 'preparing, open, closed or cancelled')
    .action(async (options: ServiceAddress & Searched & { status?: string }) =>
      (await import('../access-review.js')).listReviews(options),
    );
  ofTenant(review, 'show', 'print a review and how far it is')
    .argument('<id>', 'the review')
    .action(async (id: string, options: ServiceAddress) =>
      (await import('../access-review.js')).showReview(id, options),
    );
  searched(ofTenant(review, 'items', 'print the grants under review, one JSON object per line'), 'name')
    .argument('<id>', 'the review')
    .option('--decision <decision>', 'none, keep or revoke')
    .option('--kind <kind>', 'only grants of this kind')
    .action(async (id: string, options: import('../access-review.js').ItemsOptions) =>
      (await import('../access-review.js')).listItems(id, options),
    );
};

const addDecidingCommands = (review: Command): void => {
  for (const decision of ['keep', 'revoke'] as const)
    ofTenant(review, decision, `${decision} grants under review`)
      .argument('<id>', 'the review')
      .argument('<item...>', 'the items, as `items` prints them')
      .option('--reason <code>', 'why, as a reason code', 'reviewed')
      .action(async (id: string, items: string[], options: Reasoned) =>
        (await import('../access-review.js')).decideItems(decision, [id, ...items], options),
      );
  ofTenant(review, 'cancel', 'end a review; what was decided stays')
    .argument('<id>', 'the review')
    .option('--reason <code>', 'why, as a reason code', 'requested')
    .action(async (id: string, options: Reasoned) =>
      (await import('../access-review.js')).cancelReview(id, options),
    );
  ofTenant(review, 'report', 'print the report of a review')
    .argument('<id>', 'the review')
    .option('--format <format>', 'markdown or csv', 'markdown')
    .action(async (id: string, options: ServiceAddress & { format: string }) =>
      (await import('../access-review.js')).reportReview(id, options),
    );
};
