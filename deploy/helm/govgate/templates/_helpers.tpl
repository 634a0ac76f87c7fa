{{- define "govgate.labels" -}}
app.kubernetes.io/name: govgate
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "govgate.isEmbedded" -}}
{{- if not .Values.secrets.mongoUrl.name }}true{{ end -}}
{{- end }}

{{- define "govgate.serviceAccount" -}}
{{- .Values.serviceAccount.name | default (ternary .Release.Name "default" .Values.serviceAccount.create) }}
{{- end }}

{{- /* Helm reads whole numbers as floats, and writes a million as 1e+06. */ -}}
{{- define "govgate.text" -}}
{{- if kindIs "float64" . }}{{ printf "%.0f" . | quote }}{{ else }}{{ . | quote }}{{ end -}}
{{- end }}

{{- /* What cannot work is told before anything is made. */ -}}
{{- define "govgate.check" -}}
{{- if and (include "govgate.isEmbedded" .) (gt (int .Values.api.replicas) 1) }}
{{- fail "more than one API process needs MongoDB: set secrets.mongoUrl.name" }}
{{- end }}
{{- if and .Values.secrets.redisUrl.name (include "govgate.isEmbedded" .) }}
{{- fail "workers behind Redis need MongoDB: set secrets.mongoUrl.name" }}
{{- end }}
{{- if and .Values.secrets.mongoUrl.name (not .Values.secrets.keysFile.name) }}
{{- fail "with MongoDB every process needs the same server keys: set secrets.keysFile.name" }}
{{- end }}
{{- if and .Values.secrets.destinations (hasKey .Values.settings "GOVGATE_SECRETS_DIR") }}
{{- fail "set either secrets.destinations or settings.GOVGATE_SECRETS_DIR" }}
{{- end }}
{{- if and .Values.jwks.configMap (hasKey .Values.settings "GOVGATE_JWT_JWKS") }}
{{- fail "set either jwks.configMap or settings.GOVGATE_JWT_JWKS" }}
{{- end }}
{{- if and .Values.checkpoints.claim (hasKey .Values.settings "GOVGATE_CHECKPOINT_FILE") }}
{{- fail "set either checkpoints.claim or settings.GOVGATE_CHECKPOINT_FILE" }}
{{- end }}
{{- if and .Values.metrics.serviceMonitor.enabled (not .Values.metrics.port) }}
{{- fail "a ServiceMonitor needs metrics.port" }}
{{- end }}
{{- end }}

{{- /* A volume belongs to root until Kubernetes makes it writable for a group. OpenShift assigns a group to each namespace, and refuses others. */ -}}
{{- define "govgate.podSecurityContext" -}}
{{- $context := deepCopy .Values.podSecurityContext }}
{{- $writes := or (include "govgate.isEmbedded" .) .Values.checkpoints.claim }}
{{- if and $writes .Values.persistence.fsGroup (not (.Capabilities.APIVersions.Has "security.openshift.io/v1")) }}
{{- $context = merge $context (dict "fsGroup" (int .Values.persistence.fsGroup)) }}
{{- end }}
{{- toYaml $context }}
{{- end }}

{{- define "govgate.podMetadata" -}}
{{- with .Values.podAnnotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
labels:
  {{- with .Values.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- include "govgate.labels" . | nindent 2 }}
{{- end }}

{{- define "govgate.pod" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
serviceAccountName: {{ include "govgate.serviceAccount" . }}
automountServiceAccountToken: false
# A Service called govgate would else set GOVGATE_PORT and others, which are no settings.
enableServiceLinks: false
securityContext: {{- include "govgate.podSecurityContext" . | nindent 2 }}
# The drain before and after SIGTERM, and what calls and jobs under way need.
terminationGracePeriodSeconds: {{ add 40 (mul 2 (int .Values.api.drainSeconds)) }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with include "govgate.volumes" . | trim }}
volumes: {{- . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "govgate.volumes" -}}
{{- if include "govgate.isEmbedded" . }}
- name: data
  persistentVolumeClaim: { claimName: {{ .Release.Name }}-data }
{{- end }}
{{- with .Values.secrets.keysFile.name }}
- name: keys
  secret: { secretName: {{ . | quote }} }
{{- end }}
{{- range $index, $secret := .Values.secrets.destinations }}
- name: secrets-{{ $index }}
  secret: { secretName: {{ $secret.name | quote }} }
{{- end }}
{{- with .Values.certificateAuthority.configMap }}
- name: ca
  configMap: { name: {{ . | quote }} }
{{- end }}
{{- with .Values.jwks.configMap }}
- name: jwks
  configMap: { name: {{ . | quote }} }
{{- end }}
{{- with .Values.checkpoints.claim }}
- name: checkpoints
  persistentVolumeClaim: { claimName: {{ . | quote }} }
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "govgate.container" -}}
image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext: {{- toYaml .Values.securityContext | nindent 2 }}
env: {{- include "govgate.env" . | trim | nindent 2 }}
{{- with .Values.extraEnvFrom }}
envFrom: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with include "govgate.volumeMounts" . | trim }}
volumeMounts: {{- . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "govgate.env" -}}
- { name: GOVGATE_HOST, value: "0.0.0.0" }
- { name: GOVGATE_PORT, value: "8080" }
- { name: GOVGATE_EXT_AUTHZ_PORT, value: {{ include "govgate.text" .Values.extAuthz.port }} }
- { name: GOVGATE_METRICS_PORT, value: {{ include "govgate.text" .Values.metrics.port }} }
- { name: GOVGATE_DRAIN_SECONDS, value: {{ include "govgate.text" .Values.api.drainSeconds }} }
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ include "govgate.text" $value }} }
{{- end }}
{{- range $name, $secret := dict "GOVGATE_ADMIN_TOKEN" .Values.secrets.adminToken "GOVGATE_MONGO_URL" .Values.secrets.mongoUrl "GOVGATE_REDIS_URL" .Values.secrets.redisUrl }}
{{- if $secret.name }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: { name: {{ $secret.name | quote }}, key: {{ $secret.key | quote }} }
{{- end }}
{{- end }}
{{- if .Values.secrets.keysFile.name }}
- { name: GOVGATE_KEYS_FILE, value: {{ printf "/run/govgate/keys/%s" .Values.secrets.keysFile.key | quote }} }
{{- end }}
{{- if .Values.secrets.destinations }}
- { name: GOVGATE_SECRETS_DIR, value: /run/govgate/secrets }
{{- end }}
{{- if .Values.certificateAuthority.configMap }}
- { name: NODE_EXTRA_CA_CERTS, value: {{ printf "/run/govgate/ca/%s" .Values.certificateAuthority.key | quote }} }
{{- end }}
{{- if .Values.jwks.configMap }}
- { name: GOVGATE_JWT_JWKS, value: {{ printf "/run/govgate/jwks/%s" .Values.jwks.key | quote }} }
{{- end }}
{{- if .Values.checkpoints.claim }}
- { name: GOVGATE_CHECKPOINT_FILE, value: {{ printf "/run/govgate/checkpoints/%s" .Values.checkpoints.file | quote }} }
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "govgate.volumeMounts" -}}
{{- if include "govgate.isEmbedded" . }}
- { name: data, mountPath: /data }
{{- end }}
{{- if .Values.secrets.keysFile.name }}
- { name: keys, mountPath: /run/govgate/keys, readOnly: true }
{{- end }}
{{- range $index, $secret := .Values.secrets.destinations }}
- { name: secrets-{{ $index }}, mountPath: {{ printf "/run/govgate/secrets/%s/%s" $secret.tenant $secret.environment | quote }}, readOnly: true }
{{- end }}
{{- if .Values.certificateAuthority.configMap }}
- { name: ca, mountPath: /run/govgate/ca, readOnly: true }
{{- end }}
{{- if .Values.jwks.configMap }}
- { name: jwks, mountPath: /run/govgate/jwks, readOnly: true }
{{- end }}
{{- if .Values.checkpoints.claim }}
- { name: checkpoints, mountPath: /run/govgate/checkpoints }
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}
