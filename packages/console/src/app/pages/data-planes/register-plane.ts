import type { Change } from '../../parts/change-buttons.js';
import { choiceField, idField, oneOf, said } from '../../parts/make-fields.js';
import { texts } from '../../texts.js';

const t = texts.planes;

export const MODES = ['managed', 'customer_hosted', 'hybrid', 'air_gapped', 'local'] as const;

/** Registers a data plane before its first report. */
export const registerPlane: Change<undefined> = {
  action: 'create',
  label: t.register,
  says: t.registerSays,
  fields: () => [
    idField('data_plane_id', t.plane),
    idField('display_name', t.name),
    choiceField('deployment_mode', t.mode, { values: MODES }),
    idField('region', t.region),
    { name: 'zone', label: t.zone, kind: 'text' },
    { name: 'cluster', label: t.cluster, kind: 'text' },
    { name: 'namespace', label: t.namespace, kind: 'text' },
  ],
  send: ({ client, values, options }) => {
    const { data_plane_id = '', display_name = '', deployment_mode, region = '' } = values;
    const body = {
      dataPlaneId: data_plane_id,
      displayName: display_name,
      deploymentMode: oneOf(MODES, deployment_mode),
      location: {
        region,
        ...said('zone', values.zone),
        ...said('cluster', values.cluster),
        ...said('namespace', values.namespace),
      },
    };
    return client.registerDataPlane({ body }, options);
  },
};
