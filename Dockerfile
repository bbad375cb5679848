# SPDX-License-Identifier: BSD-3-Clause
#
# The image of veil: one static program and its licences, nothing to log into. make image builds the
# program and this; there is no base image, so there is nothing to pull or to pin. It runs with a read-only
# root file system and without any capability. Farm servers and runs keep their files under /data: mount
# a volume there that the user 65532 may write.
FROM scratch
COPY dist/image/ /
COPY --chown=65532:65532 dist/data/ /data/
USER 65532:65532
WORKDIR /data
EXPOSE 8080
ENTRYPOINT ["/veil"]
CMD ["serve", "--listen", "0.0.0.0:8080"]
