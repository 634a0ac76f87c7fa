{{- define "govgate.labels" -}}
app.kubernetes.io/name: govgate
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "govgate.isEmbedded" -}}
{{- if not .Values.secrets.mongoUrl.name }}true{{ end -}}
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
{{- end }}

{{- define "govgate.pod" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
automountServiceAccountToken: false
terminationGracePeriodSeconds: 40
volumes:
  {{- if include "govgate.isEmbedded" . }}
  - name: data
    persistentVolumeClaim: { claimName: {{ .Release.Name }}-data }
  {{- end }}
  {{- with .Values.secrets.keysFile.name }}
  - name: keys
    secret: { secretName: {{ . }}, defaultMode: 0440 }
  {{- end }}
{{- end }}

{{- define "govgate.container" -}}
image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
env:
  - { name: GOVGATE_HOST, value: "0.0.0.0" }
  - { name: GOVGATE_PORT, value: "8080" }
  - { name: GOVGATE_METRICS_PORT, value: {{ .Values.metrics.port | quote }} }
  {{- range $name, $value := .Values.settings }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
  {{- range $name, $secret := dict "GOVGATE_ADMIN_TOKEN" .Values.secrets.adminToken "GOVGATE_MONGO_URL" .Values.secrets.mongoUrl "GOVGATE_REDIS_URL" .Values.secrets.redisUrl }}
  {{- if $secret.name }}
  - name: {{ $name }}
    valueFrom:
      secretKeyRef: { name: {{ $secret.name }}, key: {{ $secret.key }} }
  {{- end }}
  {{- end }}
  {{- if .Values.secrets.keysFile.name }}
  - { name: GOVGATE_KEYS_FILE, value: /run/govgate/keys/{{ .Values.secrets.keysFile.key }} }
  {{- end }}
volumeMounts:
  {{- if include "govgate.isEmbedded" . }}
  - { name: data, mountPath: /data }
  {{- end }}
  {{- if .Values.secrets.keysFile.name }}
  - { name: keys, mountPath: /run/govgate/keys, readOnly: true }
  {{- end }}
{{- end }}
