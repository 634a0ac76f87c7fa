"""Calls the service at URL with TOKEN through the client of openapi-python-client."""

import os

from govgate_administration_api_client import AuthenticatedClient
from govgate_administration_api_client.api.identity import read_identity
from govgate_administration_api_client.api.policies import create_policy, list_policies, read_policy
from govgate_administration_api_client.api.role_bindings import create_role_binding
from govgate_administration_api_client.models import (
    CreatePolicyType0,
    ErrorEnvelope,
    GrantRole,
    GrantRoleRole,
    GrantRoleSubject,
    GrantRoleSubjectSubjectType,
    EnvironmentScope,
    ManifestDocument,
    PolicyOwner,
)

client = AuthenticatedClient(base_url=os.environ["URL"], token=os.environ["TOKEN"])
assert read_identity.sync(client=client).tenant_id == "demo"
manifest = ManifestDocument.from_dict({"manifest_version": "1.0", "default_effect": "deny", "rules": []})
draft = CreatePolicyType0("pv_opc", PolicyOwner("ada", "security"), manifest)
made = create_policy.sync(client=client, body=draft, environment_id="production")
assert made.status == "draft"
listed = list_policies.sync(client=client, environment_id="production", q="pv_opc")
assert listed.page.total_count == 1
grant = GrantRole(
    role=GrantRoleRole.VIEWER,
    subject=GrantRoleSubject(GrantRoleSubjectSubjectType.USER, "opc"),
    scope=EnvironmentScope("production", "environment"),
    reason_code="generators",
)
assert create_role_binding.sync(client=client, body=grant).scope.environment_id == "production"
absent = read_policy.sync("pv_absent", client=client, environment_id="production")
assert isinstance(absent, ErrorEnvelope) and absent.reason_code == "not_found"
