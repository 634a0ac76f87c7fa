# Builds the command line, and leaves the compiler, the sources and the tests behind. The base is named by its exact version, so
# that no build changes by itself.
FROM node:24.20.0-bookworm-slim AS build
WORKDIR /govgate
COPY . .
RUN npm ci
RUN npm run build
# What the command needs of others, and nothing else: no compilers, and no links to packages that are bundled.
RUN node --import tsx tools/build/image-modules.ts image/node_modules

FROM node:24.20.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /govgate
COPY --from=build /govgate/image/node_modules node_modules
COPY --from=build /govgate/packages/server/package.json packages/server/package.json
COPY --from=build /govgate/packages/server/dist/bin packages/server/dist/bin
COPY --from=build /govgate/packages/server/dist/reference.html packages/server/dist/reference.html
COPY --from=build /govgate/packages/server/dist/reference packages/server/dist/reference
COPY --from=build /govgate/packages/server/dist/console packages/server/dist/console
COPY --from=build /govgate/LICENSE LICENSE
# The folder of the embedded store, for those who run the image without MongoDB.
# Group 0 may write there too: OpenShift runs containers as any user of that group.
RUN mkdir /data && chown 1000:0 /data && chmod 0770 /data
ENV GOVGATE_DATA=/data GOVGATE_HOST=0.0.0.0 GOVGATE_PORT=8080
VOLUME /data
# By number, so that Kubernetes can tell that it is not root.
USER 1000:0
EXPOSE 8080
# Of a process that serves the API; whoever runs a worker switches it off, as its readiness is that of its jobs.
HEALTHCHECK --interval=10s --timeout=6s --start-period=20s --retries=6 \
  CMD ["node", "packages/server/dist/bin/cli.js", "healthcheck", "--url", "http://127.0.0.1:8080"]
ENTRYPOINT ["node", "packages/server/dist/bin/cli.js"]
CMD ["serve"]
