// A server with three tools behind the interceptors of Docker's MCP gateway, set up as the gateway does: ADDRESS INTERCEPTOR.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"github.com/docker/mcp-gateway/pkg/interceptors"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	parsed, err := interceptors.Parse([]string{os.Args[2]})
	if err != nil {
		panic(err)
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "trial", Version: "1"}, nil)
	server.AddReceivingMiddleware(parsed[0].ToMiddleware())
	for _, name := range []string{"echo", "get-tiny-image", "get-env"} {
		mcp.AddTool(server, &mcp.Tool{Name: "everything:" + name}, func(_ context.Context, _ *mcp.CallToolRequest, in map[string]any) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint("Echo: ", in["message"])}}}, nil, nil
		})
	}
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	http.HandleFunc("/health", func(http.ResponseWriter, *http.Request) {})
	http.Handle("/mcp", handler)
	panic(http.ListenAndServe(os.Args[1], nil))
}
