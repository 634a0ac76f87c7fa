import { expect } from 'chai';
import fc from 'fast-check';
import { canonicalHash, type Json } from '../canonical-json.js';
import { decideArchive } from './decide-archive.js';
import { decideDraft } from './decide-draft.js';
import { decideEdit } from './decide-edit.js';
import { decideValidate } from './decide-validate.js';
import type { DraftContent } from './draft-content.js';
import { manifestFinding } from './manifest-finding.js';
import type { ManifestBody, PolicyVersion } from './policy-version.js';
import { policyOf } from './testing/policies.js';

const NOW = '2026-02-02T00:00:00.000Z';
const FACTS = { now: NOW, actorId: 'usr_bob' };
const SCOPE = { tenantId: 'acme', environmentId: 'production' };

const contentOf = (fields: Partial<DraftContent> = {}): DraftContent => ({
  owner: { userId: 'usr_ada', team: 'risk' },
  source: { sourceType: 'gitops', sourceRef: 'https://git.example/policies@4f1c' },
  description: 'Sales may search',
  body: { rules: [] },
  submittedText: null,
  ...fields,
});

const draftOf = (fields: Partial<DraftContent> = {}): unknown =>
  decideDraft(contentOf(fields), { policyVersion: 'pv_9', scope: SCOPE, now: NOW });

const NOT_VALIDATED = {
  valid: false,
  status: 'not_validated',
  checkedAt: null,
  checkedBy: null,
  ruleCount: 0,
  errors: [],
};

const refused = (reasonCode: string, field?: string): unknown => ({
  ok: false,
  refusal: field === undefined ? { reasonCode } : { reasonCode, field },
});

// Put together here, so that no scanner of this repository takes it for a real one.
const FAKE_KEY = ['AKIA', 'EXAMPLEEXAMPLE00'].join('');

describe('decideDraft', () => {
  it('creates an unvalidated draft', () => {
    expect(draftOf()).to.deep.equal({
      ok: true,
      value: {
        policyVersion: 'pv_9',
        status: 'draft',
        ...SCOPE,
        ...contentOf(),
        bodyFormat: 'gateway_manifest_v1',
        manifestHash: canonicalHash({ rules: [] }),
        validation: NOT_VALIDATED,
        previousPolicyVersion: null,
        lastPublishedAt: null,
        lastPublishedBy: null,
        archivedAt: null,
        archivedBy: null,
        createdAt: NOW,
        updatedAt: NOW,
      },
    });
  });

  it('refuses forbidden material anywhere', () => {
    expect(draftOf({ body: { notes: [{ x: FAKE_KEY }] } })).to.deep.equal(
      refused('forbidden_material', 'body'),
    );
    expect(draftOf({ body: { password: 'x' } })).to.deep.equal(refused('forbidden_material', 'body'));
    expect(draftOf({ description: `use ${FAKE_KEY}` })).to.deep.equal(
      refused('forbidden_material', 'description'),
    );
    const source = { sourceType: 'gitops', sourceRef: 'https://ada:example@git.example/policies' } as const;
    expect(draftOf({ source })).to.deep.equal(refused('forbidden_material', 'source.source_ref'));
    const submittedText = { format: 'yaml', text: `rules: [] # ${FAKE_KEY}` } as const;
    expect(draftOf({ submittedText })).to.deep.equal(refused('forbidden_material', 'text'));
  });

  it('refuses what cannot be hashed or is nested too deep', () => {
    expect(draftOf({ body: { x: '\ud800' } })).to.deep.equal(refused('invalid_request', 'body'));
    let deep: Json = {};
    for (let i = 0; i < 10_000; i += 1) deep = { x: deep };
    expect(draftOf({ body: deep as ManifestBody })).to.deep.equal(refused('invalid_request', 'body'));
  });

  it('hashes a manifest the same whatever the order of its keys', () => {
    const shuffled = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, member]) => [key, shuffled(member)]),
      );
    };
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.jsonValue({ maxDepth: 3 })),
        (value) => {
          const body = JSON.parse(JSON.stringify(value)) as ManifestBody;
          const again = shuffled(body) as ManifestBody;
          expect(hashOf(draftOf({ body: again }))).to.equal(hashOf(draftOf({ body })));
        },
      ),
    );
  });
});

const hashOf = (decided: unknown): unknown => (decided as { value?: PolicyVersion }).value?.manifestHash;

describe('decideEdit', () => {
  it('replaces the content and drops the validation of the previous manifest', () => {
    const before = policyOf({ validation: { ...policyOf().validation, status: 'valid', valid: true } });
    const content = contentOf({ body: { rules: [{}] } });
    expect(decideEdit(before, content, FACTS)).to.deep.equal({
      ok: true,
      value: {
        policyVersion: {
          ...before,
          ...content,
          manifestHash: canonicalHash({ rules: [{}] }),
          validation: { ...NOT_VALIDATED, ruleCount: 1 },
          updatedAt: NOW,
        },
        changedFields: ['body', 'description', 'manifestHash', 'source', 'validation'],
      },
    });
  });

  it('keeps the validation when the manifest is unchanged', () => {
    const before = policyOf({ validation: { ...policyOf().validation, status: 'valid', valid: true } });
    expect(decideEdit(before, { ...before, description: 'new' }, FACTS)).to.deep.equal({
      ok: true,
      value: {
        policyVersion: { ...before, description: 'new', updatedAt: NOW },
        changedFields: ['description'],
      },
    });
  });

  it('writes nothing when the draft already has this content', () => {
    const before = policyOf();
    const { owner, source, description, body, submittedText } = before;
    const same = structuredCopy({ owner, source, description, body, submittedText });
    expect(decideEdit(before, same, FACTS)).to.deep.equal({
      ok: true,
      value: { policyVersion: before, changedFields: [] },
    });
  });

  it('refuses every state but draft, and forbidden material in any', () => {
    for (const status of ['active', 'superseded', 'archived'] as const)
      expect(decideEdit(policyOf({ status }), contentOf(), FACTS)).to.deep.equal(refused('invalid_state'));
    expect(decideEdit(policyOf(), contentOf({ description: FAKE_KEY }), FACTS)).to.deep.equal(
      refused('forbidden_material', 'description'),
    );
  });
});

const structuredCopy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('decideArchive', () => {
  it('archives a draft and a superseded version', () => {
    for (const status of ['draft', 'superseded'] as const) {
      const before = policyOf({ status });
      expect(decideArchive(before, FACTS)).to.deep.equal({
        ok: true,
        value: {
          policyVersion: {
            ...before,
            status: 'archived',
            archivedAt: NOW,
            archivedBy: 'usr_bob',
            updatedAt: NOW,
          },
          changedFields: ['archivedAt', 'archivedBy', 'status'],
        },
      });
    }
  });

  it('refuses the active version and an archived one', () => {
    for (const status of ['active', 'archived'] as const)
      expect(decideArchive(policyOf({ status }), FACTS)).to.deep.equal(refused('invalid_state'));
  });
});

describe('decideValidate', () => {
  it('records the findings and leaves the state', () => {
    const errors = [manifestFinding('missing_field', '/rules')];
    for (const status of ['draft', 'active', 'superseded'] as const) {
      const before = policyOf({ status });
      expect(decideValidate(before, errors, FACTS)).to.deep.equal({
        ok: true,
        value: {
          policyVersion: {
            ...before,
            validation: {
              valid: false,
              status: 'invalid',
              checkedAt: NOW,
              checkedBy: 'usr_bob',
              ruleCount: 1,
              errors,
            },
            updatedAt: NOW,
          },
          changedFields: ['validation'],
        },
      });
    }
  });

  it('refuses an archived version', () => {
    expect(decideValidate(policyOf({ status: 'archived' }), [], FACTS)).to.deep.equal(
      refused('invalid_state'),
    );
  });
});
