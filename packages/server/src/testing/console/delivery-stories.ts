import { expect } from 'chai';
import { type Recorder, startRecorder } from '../../../../../tools/test-services/receivers/http-recorder.js';
import { AGENT_SAMPLES } from '../samples/agent-samples.js';
import { REACHES_LOOPBACK, startTestService, type TestService } from '../test-service.js';
import { makeWorld, PRODUCTION, TENANT, type Tokens } from '../worlds/world.js';
import type { ConsoleBench } from './console-bench.js';

const ENDPOINT = 'EXAMPLE_CONSOLE_ENDPOINT';
const REFUSED = 'environment.created';
const SCOPE = `tenant_id=${TENANT}&environment_id=${PRODUCTION}`;

/** What really was sent and refused: the export runs beside the console. */
export const deliveryStories = (bench: () => ConsoleBench): void => {
  describe('what a destination really was sent', () => {
    let receiver: Recorder;
    let service: TestService;
    let tokens: Tokens;
    // Refuses events of one type until told to accept them.
    let takesAll = false;

    before(async () => {
      receiver = await startRecorder(({ body }, response) => {
        const { type } = JSON.parse(body) as { type: string };
        response.writeHead(type === REFUSED && !takesAll ? 422 : 204).end();
      });
      process.env[ENDPOINT] = `${receiver.url}/in`;
      service = await startTestService({
        work: true,
        settings: {
          ...REACHES_LOOPBACK,
          GOVGATE_SECRET_ENV: `${TENANT}/${PRODUCTION}:${ENDPOINT}`,
        },
      });
      tokens = await makeWorld(service.ports);
    });
    after(async () => {
      await service?.stop();
      await receiver?.close();
      delete process.env[ENDPOINT];
    });

    const post = async (path: string, body: object): Promise<void> => {
      const answer = await service.call(`${path}?${SCOPE}`, { token: tokens.admin, body });
      expect(answer.status, answer.text).to.equal(201);
    };

    const registerAgent = (agentId: string) =>
      post('/v1/agents', { ...AGENT_SAMPLES.registerAgent?.body, agent_id: agentId });

    it('a security lead sees what was refused and why, and sends it again until it is accepted', async () => {
      await post('/v1/siem-webhooks', {
        destination_id: 'dst_soc',
        kind: 'webhook',
        destination_ref: 'dstref_sample_soc',
        endpoint_ref: 'epref_sample_soc',
        endpoint_secret_ref: `env:${ENDPOINT}`,
        retention_policy: { export_format: 'json' },
      });
      const made = await service.call(`/v1/environments?tenant_id=${TENANT}`, {
        token: tokens.admin,
        body: { environment_id: 'lab' },
      });
      expect(made.status, made.text).to.equal(201);
      // A refusal is an event's own once the receiver has taken another one.
      await registerAgent('agent_accepted');

      const visit = await bench().visitAt(service.url);
      const { page } = visit;
      await visit.signIn(tokens.admin);
      await visit.open('destinations/dst_soc?environment=production');
      await visit.heading('dst_soc');
      const letter = page.locator('li', { hasText: REFUSED });
      await letter.waitFor();
      expect(await letter.innerText()).to.match(/event \d+ .*It rejected the events\. payload_rejected/);
      const [, sequence = ''] = /event (\d+)/.exec(await letter.innerText()) ?? [];
      await page.locator('tbody tr', { hasText: 'Delivered.' }).first().waitFor();
      // One event that it does not accept delays nothing.
      await page.locator('dl.facts', { hasText: 'Refused events' }).getByText('0 events, 0 s').waitFor();
      await visit.expectAccessible();

      takesAll = true;
      const before = receiver.seen.length;
      await visit.press(visit.button('Send a range again'));
      const dialog = page.locator('[role=dialog]');
      await visit.fill(dialog.getByLabel('From event'), sequence);
      await visit.fill(dialog.getByLabel('To event'), sequence);
      await visit.decide('Send a range again', 'receiver_mended');
      await page
        .locator('main li', { hasText: `events ${sequence} to ${sequence}, sent up to ${sequence}` })
        .filter({ hasText: 'completed' })
        .waitFor();
      const again = receiver.seen.slice(before).map(({ body }) => JSON.parse(body));
      expect(again.filter(({ replay }) => replay).map((event) => [event.type, event.sequence])).to.deep.equal(
        [[REFUSED, sequence]],
      );
      await visit.end();
    });

    it('an unavailable receiver is reported in words, with the time of the next try', async () => {
      const visit = await bench().visitAt(service.url);
      const { page } = visit;
      await receiver.close();
      await registerAgent('agent_late');
      await visit.signIn(tokens.admin);
      await visit.open('destinations/dst_soc?environment=production');
      const facts = page.locator('dl.facts', { hasText: 'Next attempt' });
      await facts.getByText('Nothing listens at its address.').waitFor();
      expect(await facts.innerText()).to.match(/Failures in a row\s+[1-9]/);
      await visit.expectAccessible();
      await receiver.reopen();
      // Without a reload: the page polls by itself.
      await facts.getByText('Nothing listens at its address.').waitFor({ state: 'detached' });
      await page.locator('tbody tr', { hasText: 'Nothing listens at its address.' }).first().waitFor();
      await visit.end();
    });
  });
};
