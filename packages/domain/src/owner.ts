/** Who answers for a record. Grants of scope `owner_team` cover what names their team here. */
export interface ResourceOwner {
  readonly team: string;
  readonly userId: string;
  readonly escalationContact: string;
  readonly oncallRotation: string;
}
