import { presetsAt, ZONE } from '../../parts/local-time.js';
import { useApi } from '../../state/api.js';
import { texts } from '../../texts.js';

const t = texts.audit;

type PresetQuery = Readonly<Record<string, string | undefined>>;

/** The ranges of time that people ask for most, beside whatever else the list is narrowed to. */
export const Presets = ({ query: { cursor: _, ...rest } }: { readonly query: PresetQuery }) => {
  const { href } = useApi();
  return (
    <nav className="chips" aria-label={t.presets}>
      {presetsAt(new Date()).map(({ name, from, to }) => (
        <a key={name} href={href('audit', { ...rest, from, to })}>
          {t.preset[name]}
        </a>
      ))}
      <span className="quiet">{t.zone(ZONE)}</span>
    </nav>
  );
};
