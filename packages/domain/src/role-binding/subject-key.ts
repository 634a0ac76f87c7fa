/** A role binding's subject as one text: `user:ada`. */
export const subjectKey = (subjectType: string, subjectId: string): string => `${subjectType}:${subjectId}`;

/** Every subject whose grants somebody has: their own and those of their groups, each as one text. */
export const subjectKeys = (
  subjectType: string,
  subjectId: string,
  groups: readonly string[],
): readonly string[] => [
  subjectKey(subjectType, subjectId),
  ...groups.map((groupId) => subjectKey('group', groupId)),
];
