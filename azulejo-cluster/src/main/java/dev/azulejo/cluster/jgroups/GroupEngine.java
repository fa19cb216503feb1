package dev.azulejo.cluster.jgroups;

import dev.azulejo.cluster.engine.ClusterKey;
import dev.azulejo.cluster.engine.Discovery;
import dev.azulejo.cluster.engine.Engine;
import dev.azulejo.cluster.engine.EngineException;
import dev.azulejo.cluster.engine.EngineListener;
import dev.azulejo.cluster.engine.Peer;
import dev.azulejo.cluster.message.MessageCodec;

import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Global;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.AUTH;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.NameCache;
import org.jgroups.util.TLS;
import org.jgroups.util.TLSClientAuth;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * An {@link Engine} that is a channel of JGroups. All that it sends of ours are messages of bytes;
 * others are not looked into.
 *
 * <p>Threads: any.
 */
public final class GroupEngine implements Engine {
    private static final String CLUSTER = "azulejo";

    /** Number of a class that JGroups has none for; from 1024 up they are free. */
    private static final short TOKEN = 5_021;

    /** How often others are looked for before a member is content with being the first. */
    private static final int TRIES = 6;

    /** Held, because a logger that nobody holds forgets its level. */
    private static final Logger LOGGER = Logger.getLogger("org.jgroups");

    static {
        // Else another library that is there by chance would get what only its own log could
        // silence
        System.setProperty(Global.USE_JDK_LOGGER, "true");
        // Else a joining member would be told the name of a class to load
        ClassConfigurator.addIfAbsent(TOKEN, KeyToken.class);
    }

    private final InetSocketAddress listen;
    private final Discovery discovery;
    private final boolean secure;
    private final JChannel channel;
    private final Map<Peer, Address> addresses = new HashMap<>();
    private EngineListener listener;
    private Peer self;

    /**
     * Makes one.
     *
     * @param listen where it listens; others must reach it there
     * @param discovery where others may be
     * @param key what all members have; null for none, where nobody else can connect
     */
    public GroupEngine(InetSocketAddress listen, Discovery discovery, ClusterKey key) {
        this.listen = listen;
        this.discovery = discovery;
        secure = key != null;
        LOGGER.setLevel(Level.OFF);
        try {
            channel =
                    new JChannel(
                            new ByteArrayInputStream(stack().getBytes(StandardCharsets.UTF_8)));
            channel.setDiscardOwnMessages(true);
            var stack = channel.getProtocolStack();
            ((Seeds) stack.findProtocol(Seeds.class)).use(discovery);
            if (secure) {
                var tls = new TLS().enabled(true).setClientAuth(TLSClientAuth.NEED);
                tls.setProtocols(new String[] {"TLSv1.3"}).setSSLContext(key.context());
                stack.getTransport().setSocketFactory(tls.createSocketFactory(key.context()));
                AUTH auth = stack.findProtocol(AUTH.class);
                ((KeyToken) auth.getAuthToken()).set(key.token());
            }
        } catch (Exception e) {
            throw new EngineException("the cluster's own settings are wrong: " + e, e);
        }
    }

    private String stack() throws IOException {
        try (var in = GroupEngine.class.getResourceAsStream("stack.xml")) {
            var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            InetAddress address = listen.getAddress();
            return text.replaceAll("@plain@(<[^>]*>)", secure ? "" : "$1")
                    .replaceAll("@secure@(<[^>]*>)", secure ? "$1" : "")
                    .replace("@address@", address.getHostAddress())
                    .replace("@port@", Integer.toString(listen.getPort()))
                    .replace("@is-secure@", Boolean.toString(secure));
        }
    }

    @Override
    public int longest() {
        return MessageCodec.LONGEST_MESSAGE;
    }

    @Override
    public void join(EngineListener told) {
        listener = told;
        discovery.listening(listen);
        channel.setReceiver(new Listener());
        channel.setName(listen.getAddress().getHostAddress() + ":" + listen.getPort());
        try {
            channel.connect(CLUSTER);
            for (int tries = 1; tries < TRIES && isAloneThough(); tries++) {
                // Whoever is there was too busy to answer in time; to wait for a merge takes longer
                channel.disconnect();
                channel.connect(CLUSTER);
            }
        } catch (Exception e) {
            channel.close();
            throw new EngineException(
                    "%s:%d: cannot listen there, or was not let in: %s"
                            .formatted(
                                    listen.getAddress().getHostAddress(),
                                    listen.getPort(),
                                    reason(e)),
                    e);
        }
    }

    /** Whether nobody else is known though there are places where somebody may be. */
    private boolean isAloneThough() {
        return channel.getView().size() == 1
                && discovery.places().stream().anyMatch(place -> !place.equals(listen));
    }

    private static String reason(Throwable e) {
        var cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    @Override
    public synchronized Peer self() {
        return self;
    }

    @Override
    public void send(Peer to, byte[] message) {
        if (message.length > longest()) {
            throw new IllegalArgumentException("%d bytes are too many".formatted(message.length));
        }
        Address address;
        synchronized (this) {
            address = addresses.get(to);
        }
        if (address == null) {
            return;
        }
        try {
            channel.send(new BytesMessage(address, message));
        } catch (Exception e) {
            // It is lost, or we are: whoever listens is told so in another way
            return;
        }
    }

    private Peer peer(Address address) {
        var name = NameCache.get(address);
        return new Peer(
                ((org.jgroups.util.UUID) address).toStringLong(),
                name == null ? address.toString() : name);
    }

    private final class Listener implements Receiver {
        private final Map<Address, Peer> known = new HashMap<>();

        @Override
        public void viewAccepted(View view) {
            var joined = new ArrayList<Peer>();
            var left = new ArrayList<Peer>();
            synchronized (GroupEngine.this) {
                var own = channel.getAddress();
                self = peer(own);
                var now = new HashSet<>(view.getMembers());
                for (var address : new ArrayList<>(known.keySet())) {
                    if (!now.contains(address)) {
                        var peer = known.remove(address);
                        addresses.remove(peer);
                        left.add(peer);
                    }
                }
                addresses.values().retainAll(now);
                for (var address : view.getMembers()) {
                    if (!address.equals(own) && !known.containsKey(address)) {
                        var peer = peer(address);
                        known.put(address, peer);
                        addresses.put(peer, address);
                        joined.add(peer);
                    }
                }
            }
            left.forEach(listener::left);
            if (!joined.isEmpty()) {
                listener.joined(joined);
            }
        }

        @Override
        public void receive(Message message) {
            try {
                handOn(message);
            } catch (Throwable e) {
                // Those behind it in a batch are not to go with it, and it is to be seen
                var thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            }
        }

        private void handOn(Message message) {
            if (message instanceof BytesMessage bytes && bytes.hasArray()) {
                Peer from;
                synchronized (GroupEngine.this) {
                    from = known.get(message.getSrc());
                    if (from == null) {
                        // It knows of us already; an answer must find it
                        from = peer(message.getSrc());
                        addresses.put(from, message.getSrc());
                    }
                }
                int offset = bytes.getOffset();
                byte[] copy = new byte[bytes.getLength()];
                System.arraycopy(bytes.getArray(), offset, copy, 0, copy.length);
                listener.received(from, copy);
            }
        }

        @Override
        public void receive(MessageBatch batch) {
            for (var message : batch) {
                receive(message);
            }
        }
    }

    @Override
    public void close() {
        channel.close();
    }
}
