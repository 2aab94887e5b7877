# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY . .
# The package that users install, and beside it what the lock file says that it needs.
RUN npm ci --no-audit --no-fund \
 && npm pack --pack-destination /tmp \
 && mkdir /app \
 && tar -xzf /tmp/toolyard-*.tgz -C /app --strip-components=1 \
 && cp package-lock.json /app/
WORKDIR /app
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && chmod +x lib/cli/main.js

FROM node:24-bookworm-slim
# bubblewrap confines MCP servers that run here; tini reaps what they leave behind.
RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap ca-certificates tini \
 && rm -rf /var/lib/apt/lists/* \
 && ln -s /app/deploy/image/toolyard /usr/local/bin/toolyard
WORKDIR /app
COPY --from=build /app ./
RUN install -d -o node -g node -m 700 /var/lib/toolyard
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 TOOLYARD_DATA_DIR=/var/lib/toolyard
USER node
VOLUME /var/lib/toolyard
EXPOSE 4000
# Restarting doesn't help an instance whose database is away: /readyz is for load balancers.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# What is in /run/secrets/toolyard becomes variables: deploy/compose and deploy/helm put secrets there.
ENTRYPOINT ["tini", "--", "/app/deploy/image/with-secrets.sh"]
CMD ["node", "--expose-gc", "--min-semi-space-size=16", "--max-semi-space-size=64", "lib/main.js"]
