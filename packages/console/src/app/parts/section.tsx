import { Card, CardBody, CardTitle } from '@patternfly/react-core';
import type { ReactNode } from 'react';

/** A part of a page, with its heading. */
export const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Card component="section" className="section" isCompact>
    <CardTitle component="h2">{title}</CardTitle>
    <CardBody>{children}</CardBody>
  </Card>
);
