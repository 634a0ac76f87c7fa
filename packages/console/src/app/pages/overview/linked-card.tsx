import { Card, CardBody, CardTitle } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useApi } from '../../state/api.js';

/** A card of the overview; its title leads to the page that has all of it. */
export const LinkedCard = ({
  title,
  path,
  isWide = false,
  children,
}: {
  readonly title: string;
  readonly path?: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) => {
  const { href } = useApi();
  return (
    <Card component="section" className={isWide ? 'card wide' : 'card'}>
      <CardTitle component="h2">{path === undefined ? title : <a href={href(path)}>{title}</a>}</CardTitle>
      <CardBody>{children}</CardBody>
    </Card>
  );
};
