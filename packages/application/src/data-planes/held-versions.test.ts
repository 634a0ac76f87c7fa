import { expect } from 'chai';
import { HeldVersions } from './held-versions.js';

const CREATED = '2026-07-01T12:00:00.000Z';
const LATER = '2026-07-01T12:00:00.001Z';

describe('HeldVersions', () => {
  it('holds exactly what was set last', () => {
    const held = new HeldVersions();
    held.setPlane(3, { createdAt: CREATED, plane: 7 });
    held.setObservation(3, 2);
    const same = { createdAt: CREATED, plane: 7, observation: 2 };
    expect(held.areHeld(3, same)).to.equal(true);
    expect(held.areHeld(3, { ...same, plane: 8 }), 'another version').to.equal(false);
    expect(held.areHeld(3, { ...same, observation: 3 }), 'another observation').to.equal(false);
    expect(held.areHeld(3, { ...same, createdAt: LATER }), 'registered again').to.equal(false);
    expect(held.areHeld(4, same), 'another slot').to.equal(false);
  });

  it('keeps an observation when its plane changes', () => {
    const held = new HeldVersions();
    held.setPlane(0, { createdAt: CREATED, plane: 1 });
    held.setObservation(0, 5);
    held.setPlane(0, { createdAt: CREATED, plane: 2 });
    expect(held.areHeld(0, { createdAt: CREATED, plane: 2, observation: 5 })).to.equal(true);
  });

  it('keeps everything when it grows', () => {
    const held = new HeldVersions();
    for (let slot = 0; slot < 1_000; slot += 1) {
      held.setPlane(slot, { createdAt: CREATED, plane: slot + 1 });
      held.setObservation(slot, slot);
    }
    for (let slot = 0; slot < 1_000; slot += 1)
      expect(held.areHeld(slot, { createdAt: CREATED, plane: slot + 1, observation: slot })).to.equal(true);
  });
});
