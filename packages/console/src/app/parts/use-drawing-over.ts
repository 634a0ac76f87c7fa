import { type PointerEvent, useState } from 'react';
import { route } from '../state/address.js';

/** Goes to what several bars in a row stand for, once a pointer was drawn over them. */
export const useDrawingOver = <Bar>(bars: readonly Bar[], hrefOf: (first: Bar, last: Bar) => string) => {
  const [drawn, setDrawn] = useState<readonly [from: number, to: number]>();
  const placeAt = ({ clientX, currentTarget }: PointerEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = Math.floor(((clientX - left) / width) * bars.length);
    return Math.max(0, Math.min(place, bars.length - 1));
  };
  const [first = -1, last = -1] = [...(drawn ?? [])].sort((a, b) => a - b);
  return {
    isDrawnOver: (place: number): boolean => first < last && place >= first && place <= last,
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) setDrawn([placeAt(event), placeAt(event)]);
    },
    onPointerMove: (event: PointerEvent) => {
      if (drawn !== undefined) setDrawn([drawn[0], placeAt(event)]);
    },
    onPointerLeave: () => setDrawn(undefined),
    onPointerUp: () => {
      setDrawn(undefined);
      const [from, to] = [bars[first], bars[last]];
      // A single bar is a link.
      if (first < last && from !== undefined && to !== undefined) route(hrefOf(from, to));
    },
  };
};
