import { expect } from 'chai';
import {
  fillWithRoles,
  isStillIn,
  type Looker,
  lookerOf,
  type Offering,
  type Tokens,
} from '../testing/console/console-offers.js';
import { OFFERINGS } from '../testing/console/review-offers.js';
import { sampled } from '../testing/proof-record.js';
import type { TestService } from '../testing/test-service.js';
import { MemoryWorlds } from '../testing/worlds/memory-worlds.js';

const worlds = new MemoryWorlds(fillWithRoles);

/** Nothing is offered that answers 403, and nothing is hidden that would succeed (issue 17). */
describe('what the console offers, according to its code and the answers of the API', function () {
  this.timeout(300_000);
  let service: TestService;
  let tokens: Tokens;
  let lookers: readonly Looker[];
  let admin: Looker;
  before(async () => {
    ({ service, world: tokens } = await worlds.open());
    lookers = await Promise.all(
      Object.entries(tokens).map(([name, token]) => lookerOf(service, name, token)),
    );
    admin = await lookerOf(service, 'admin', tokens.admin ?? '');
  });
  after(() => service?.stop());

  it('is checked as each of the ten roles and four others', () => {
    expect(lookers).to.have.length(14);
  });

  it('detects a missing button, and one that should not be there', async () => {
    const [agents] = OFFERINGS.filter(({ path }) => path === 'agents');
    if (agents === undefined) throw new Error('no page of agents');
    const planted = (isOffered: boolean): Offering => ({
      ...agents,
      ofRecord: async (...requests) =>
        (await agents.ofRecord(...requests)).map((offer) => ({ ...offer, isOffered })),
    });
    const [{ service: own, world: people }, ids] = [await worlds.open(), await agents.ids(admin)];
    const ownAdmin = await lookerOf(own, 'admin', people.admin ?? '');
    const hidden = await Promise.all(ids.map((id) => wronglyHidden(planted(false), ownAdmin, ownAdmin, id)));
    await own.stop();
    expect(hidden.flat()).not.to.deep.equal([]);
    expect(await wronglyOffered(planted(true), 'nobody')).not.to.deep.equal([]);
  });

  for (const [at, offering] of OFFERINGS.entries()) {
    it(`${offering.path}: what is hidden on a record would be refused, for its roles and states`, async () => {
      const ids = await offering.ids(admin);
      expect(ids).not.to.have.length(0);
      const wrong: string[] = [];
      for (const [turn, id] of ids.entries())
        for (const looker of sampled(lookers, 3, turn))
          wrong.push(...(await wronglyHidden(offering, looker, admin, id)));
      expect(wrong).to.deep.equal([]);
    });

    it(`${offering.path}: what is offered is not forbidden, for its roles and states`, async () => {
      const wrong: string[] = [];
      for (const name of sampled(Object.keys(tokens), 3, at))
        wrong.push(...(await wronglyOffered(offering, name)));
      expect(wrong).to.deep.equal([]);
    });

    it(`${offering.path}: creation is offered exactly where it succeeds, for every role`, async () => {
      const wrong: string[] = [];
      for (const looker of lookers)
        for (const offer of offering.ofList(looker, admin)) {
          const isForbidden = (await offer.attempt()) === 403;
          if (isForbidden === offer.isOffered)
            wrong.push(`${looker.name} ${offer.label}: offered ${offer.isOffered}, forbidden ${isForbidden}`);
        }
      expect(wrong).to.deep.equal([]);
    });
  }
});

const wronglyHidden = async (
  offering: Offering,
  looker: Looker,
  admin: Looker,
  id: string,
): Promise<string[]> => {
  const hidden = (await offering.ofRecord(looker, admin, id)).filter(({ isOffered }) => !isOffered);
  const wrong: string[] = [];
  for (const { label, attempt } of hidden) {
    // Each refusal may be counted on the record itself.
    const before = await offering.asItIs(admin, id);
    const status = await attempt();
    // Requesting what already holds changes nothing, and is not worth a button.
    const isIdle = status === 200 && before === (await offering.asItIs(admin, id));
    if (!isIdle && ![403, 404, 409].includes(status))
      wrong.push(`${looker.name} ${id} ${label}: hidden, and answered ${status}`);
  }
  return wrong;
};

/** In their own world, because what is offered is done. */
const wronglyOffered = async (offering: Offering, name: string): Promise<string[]> => {
  const { service, world: tokens } = await worlds.open();
  const wrong: string[] = [];
  try {
    const looker = await lookerOf(service, name, tokens[name] ?? '');
    const admin = await lookerOf(service, 'admin', tokens.admin ?? '');
    for (const id of await offering.ids(admin)) {
      wrong.push(...(await wrongTurn(offering, looker, admin, id)));
      // Whoever ended their own access, or the administrator's, has nothing left to check.
      if (!(await isStillIn(looker)) || !(await isStillIn(admin))) break;
    }
  } finally {
    await service.stop();
  }
  return wrong;
};

// One change per record, a different one for each viewer: what was allowed before need not be afterwards.
const wrongTurn = async (
  offering: Offering,
  looker: Looker,
  admin: Looker,
  id: string,
): Promise<string[]> => {
  const offered = (await offering.ofRecord(looker, admin, id)).filter(({ isOffered }) => isOffered);
  const turn = [...`${looker.name}${id}`].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const offer = offered[turn % offered.length];
  if (offer === undefined) return [];
  const status = await offer.attempt();
  const isRefused = [401, 403, 404].includes(status) || status >= 500;
  return isRefused ? [`${looker.name} ${id} ${offer.label}: offered, and answered ${status}`] : [];
};
