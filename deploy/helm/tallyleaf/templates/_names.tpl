{{- define "tallyleaf.name" -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- define "tallyleaf.database" -}}
{{ include "tallyleaf.name" . }}-db
{{- end }}

{{- define "tallyleaf.selector" -}}
app.kubernetes.io/name: tallyleaf
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "tallyleaf.labels" -}}
{{ include "tallyleaf.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "tallyleaf.image" -}}
{{- $image := .Values.image -}}
{{ $image.repository }}{{ if $image.digest }}@{{ $image.digest }}{{ else }}:{{ $image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{/* What every process has; the owner's address comes from CloudNativePG's Secret. */}}
{{- define "tallyleaf.environment" -}}
- name: PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef: { name: {{ include "tallyleaf.database" . }}-app, key: uri }
- name: METRICS_HOST
  value: 0.0.0.0
{{- range $name, $value := .Values.environment }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "tallyleaf.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "tallyleaf.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* A soft wish to spread the pods of one role over machines. */}}
{{- define "tallyleaf.spread" -}}
- maxSkew: 1
  topologyKey: kubernetes.io/hostname
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "tallyleaf.selector" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
{{- end }}
