"""Calls the service at URL with TOKEN through the Python client of openapi-generator."""

import os

import openapi_client as api

config = api.Configuration(host=os.environ["URL"], access_token=os.environ["TOKEN"])
client = api.ApiClient(config)
policies = api.PoliciesApi(client)
assert api.IdentityApi(client).read_identity().tenant_id == "demo"
draft = api.CreatePolicyOneOf(
    policy_version="pv_ogp",
    owner=api.PolicyOwner(user_id="ada", team="security"),
    body={"manifest_version": "1.0", "default_effect": "deny", "rules": []},
)
made = policies.create_policy(api.CreatePolicy(draft), environment_id="production")
assert made.status == "draft"
assert policies.list_policies(environment_id="production", q="pv_ogp").page.total_count == 1
grant = api.GrantRole(
    role="viewer",
    subject=api.GrantRoleSubject(subject_type="user", subject_id="ogp"),
    scope=api.GrantScopeInput(api.EnvironmentScope(scope_type="environment", environment_id="production")),
    reason_code="generators",
)
bound = api.RoleBindingsApi(client).create_role_binding(grant)
assert bound.scope.environment_id == "production"
try:
    policies.read_policy("pv_absent", environment_id="production")
    raise AssertionError("an absent policy was found")
except api.exceptions.NotFoundException as absent:
    assert absent.data.reason_code == "not_found"
