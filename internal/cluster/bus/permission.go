package bus

// permissions are the subjects to which a member may publish and subscribe. All others are refused.
type permissions struct{ publish, subscribe []string }

// inbox is the prefix of the subjects of answers to a member. No other member may subscribe to them.
func (m member) inbox() string {
	if m.Public == "" {
		return subject("inbox", m.Name)
	}
	return subject("inbox", m.Name, m.Public)
}

// permissions returns the permissions of the member's role.
func (m member) permissions() permissions {
	p := permissions{
		publish: []string{
			"$JS.API.STREAM.INFO." + jobsStream, // its metadata contains the version
			"$JS.API.STREAM.INFO.KV_" + workersBucket, "$JS.API.STREAM.INFO." + blobsStream, "$JS.FC.>",
		},
		subscribe: []string{m.inbox() + ".>"},
	}
	if m.Role != Worker {
		if m.Quota != (Quota{}) { // the hub writes for the member, and counts
			p.publish = append(p.publish, subject(personSubject, m.Name, ">"))
		} else {
			p.publish = append(p.publish,
				subject("job", "*", "*", m.Name, "*"), subject("cancel", m.Name, "*"), "wake.*", chunksSubject+".*", metaSubject+".*",
			)
		}
		p.publish = append(p.publish,
			subject(discardSubject, "*"),
			"$JS.API.DIRECT.GET."+subject(resultsStream, "result", m.Name, "*"),
			// Members may look for blobs and write them, but not read their content: contestants must not see it.
			"$JS.API.DIRECT.GET."+blobsStream+"."+metaSubject+".*",
			"$JS.API.CONSUMER.CREATE.KV_"+workersBucket+".*."+entriesOf(workersBucket), "$JS.API.CONSUMER.DELETE.KV_"+workersBucket+".*",
		)
		p.subscribe = append(p.subscribe, subject("event", m.Name, "*"))
	}
	if m.Role != Person {
		p.publish = append(p.publish,
			"$JS.API.CONSUMER.INFO."+jobsStream+".*", "$JS.API.CONSUMER.MSG.NEXT."+jobsStream+".*", "$JS.ACK."+jobsStream+".>",
			"result.*.*", "ended.*.*.*", "event.*.*", "spared.*.*", "dead.*.*.*.*", subject(furnishSubject, "*"),
			"$JS.API.DIRECT.GET."+subject(sparedStream, "spared", "*", "*"),
			"$JS.API.DIRECT.GET."+subject(resultsStream, "result", "*", "*"), "$JS.API.DIRECT.GET."+subject(cancelsStream, "cancel", "*", "*"),
			"$JS.API.DIRECT.GET."+blobsStream+"."+metaSubject+".*",
			"$JS.API.CONSUMER.CREATE."+blobsStream+".*."+chunksSubject+".*", "$JS.API.CONSUMER.DELETE."+blobsStream+".*",
			"$KV."+workersBucket+"."+m.Name+".*",
			"$JS.API.STREAM.INFO.KV_"+classesBucket, "$KV."+classesBucket+"."+m.Name+".*",
			"$JS.API.CONSUMER.CREATE.KV_"+classesBucket+".*."+entriesOf(classesBucket), "$JS.API.CONSUMER.DELETE.KV_"+classesBucket+".*",
		)
		p.subscribe = append(p.subscribe, "cancel.*.*", "wake.*", drainSubject)
	}
	if m.Role == Owner {
		p.publish = append(
			p.publish, drainSubject, "job.*.*.*.*", "$JS.API.CONSUMER.LIST."+jobsStream,
			"$JS.API.STREAM.INFO."+deadStream, "$JS.API.STREAM.INFO."+resultsStream, "$JS.API.DIRECT.GET."+deadStream, "$JS.API.STREAM.PURGE."+deadStream, "$JS.API.STREAM.PURGE."+resultsStream,
			"$JS.API.CONSUMER.*."+resultsStream+".>", "$JS.API.CONSUMER.MSG.NEXT."+resultsStream+".*", "$JS.ACK."+resultsStream+".>",
		)
	}
	return p
}
