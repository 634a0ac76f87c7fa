// Calls the service at URL with TOKEN through the Go client of openapi-generator.
package main

import (
	"context"
	"log"
	"os"

	api "govgate/client"
)

func must[T any](value T, _ any, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func check(holds bool, what string) {
	if !holds {
		log.Fatal(what)
	}
}

func main() {
	config := api.NewConfiguration()
	config.Servers[0].URL = os.Getenv("URL")
	client := api.NewAPIClient(config)
	ctx := context.WithValue(context.Background(), api.ContextAccessToken, os.Getenv("TOKEN"))
	me := must(client.IdentityAPI.ReadIdentity(ctx).Execute())
	check(me.TenantId == "demo", "identity")
	manifest := map[string]interface{}{"manifest_version": "1.0", "default_effect": "deny", "rules": []any{}}
	draft := api.NewCreatePolicyOneOf("pv_ogg", *api.NewPolicyOwner("ada", "security"), manifest)
	made := must(client.PoliciesAPI.CreatePolicy(ctx).EnvironmentId("production").
		CreatePolicy(api.CreatePolicyOneOfAsCreatePolicy(draft)).Execute())
	check(made.Status == "draft", "create")
	listed := must(client.PoliciesAPI.ListPolicies(ctx).EnvironmentId("production").Q("pv_ogg").Execute())
	check(listed.Page.TotalCount == 1, "list")
	scope := api.EnvironmentScopeAsGrantScopeInput(api.NewEnvironmentScope("production", "environment"))
	grant := api.NewGrantRole("viewer", *api.NewGrantRoleSubject("user", "ogg"), scope, "generators")
	bound := must(client.RoleBindingsAPI.CreateRoleBinding(ctx).GrantRole(*grant).Execute())
	check(*bound.Scope.EnvironmentId.Get() == "production", "grant")
	_, absent, err := client.PoliciesAPI.ReadPolicy(ctx, "pv_absent").EnvironmentId("production").Execute()
	check(err != nil && absent.StatusCode == 404, "absent")
}
