# n8n with this package in it, for the main process and for workers alike: see docs/install.md.
# Without a version nothing is built: another one than yours would upgrade your volume, or break it.
ARG N8N_VERSION
FROM node:24 AS package
WORKDIR /clone
COPY . .
RUN node tools/setup.mjs && npm pack && tar xzf *.tgz
FROM n8nio/n8n:${N8N_VERSION}
ENV N8N_UNVERIFIED_PACKAGES_ENABLED=true
COPY --from=package /clone/package /opt/data-access/package
ENTRYPOINT ["tini", "--", "sh", "-c", "p=~/.n8n/nodes/node_modules/n8n-nodes-data-access; [ -L $p ] || { rm -rf $p; mkdir -p ${p%/*}; ln -s /opt/data-access/package $p; }; exec /docker-entrypoint.sh \"$@\"", "n8n"]
