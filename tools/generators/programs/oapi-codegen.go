// Calls the service at URL with TOKEN through the client of oapi-codegen.
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	"govgate/client"
)

func must[T any](value T, err error) T {
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
	ctx := context.Background()
	environment := "production"
	withToken := client.WithRequestEditorFn(func(_ context.Context, call *http.Request) error {
		call.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
		return nil
	})
	service := must(client.NewClientWithResponses(os.Getenv("URL"), withToken))
	check(must(service.ReadIdentityWithResponse(ctx)).JSON200.TenantId == "demo", "identity")
	var draft client.CreatePolicy
	manifest := client.ManifestDocument{"manifest_version": "1.0", "default_effect": "deny", "rules": []any{}}
	owner := client.PolicyOwner{UserId: "ada", Team: "security"}
	must(0, draft.FromCreatePolicy0(client.CreatePolicy0{PolicyVersion: "pv_oapi", Owner: owner, Body: manifest}))
	made := must(service.CreatePolicyWithResponse(ctx, &client.CreatePolicyParams{EnvironmentId: &environment}, draft))
	check(made.JSON201.Status == "draft", "create")
	search := "pv_oapi"
	asked := &client.ListPoliciesParams{EnvironmentId: &environment, Q: &search}
	check(must(service.ListPoliciesWithResponse(ctx, asked)).JSON200.Page.TotalCount == 1, "list")
	grant := client.GrantRole{Role: "viewer", ReasonCode: "generators"}
	grant.Subject.SubjectType, grant.Subject.SubjectId = "user", "oapi"
	must(0, grant.Scope.FromEnvironmentScope(client.EnvironmentScope{ScopeType: "environment", EnvironmentId: environment}))
	bound := must(service.CreateRoleBindingWithResponse(ctx, nil, grant))
	check(*bound.JSON201.Scope.EnvironmentId == environment, "grant")
	absent := must(service.ReadPolicyWithResponse(ctx, "pv_absent", &client.ReadPolicyParams{EnvironmentId: &environment}))
	check(absent.JSON404.ReasonCode == "not_found", "absent")
}
