package dev.azulejo.cluster.engine;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Members are where a list says. A name that stands for several addresses, such as that of a
 * Kubernetes service without an address of its own, stands for all of them, and is looked up each
 * time.
 *
 * <p>Threads: any.
 */
public final class HostList implements Discovery {
    /** Finds the addresses that a name stands for. */
    interface Lookup {
        InetAddress[] of(String host) throws UnknownHostException;
    }

    private final List<HostPort> hosts;
    private final Lookup lookup;

    /**
     * Makes one.
     *
     * @param hosts hosts and ports
     * @param lookup is asked each time
     */
    HostList(List<HostPort> hosts, Lookup lookup) {
        this.hosts = List.copyOf(hosts);
        this.lookup = lookup;
    }

    /**
     * Reads {@code HOST:PORT,HOST:PORT…}.
     *
     * @throws EngineException if it is none
     */
    public static HostList parse(String text) {
        var hosts = new ArrayList<HostPort>();
        for (var part : text.split(",", -1)) {
            hosts.add(HostPort.parse(part));
        }
        return new HostList(hosts, InetAddress::getAllByName);
    }

    /** Returns hosts and ports, as they were said. */
    List<HostPort> hosts() {
        return hosts;
    }

    @Override
    public List<InetSocketAddress> places() {
        var places = new LinkedHashSet<InetSocketAddress>();
        for (var host : hosts) {
            try {
                for (var address : lookup.of(host.host())) {
                    places.add(new InetSocketAddress(address, host.port()));
                }
            } catch (UnknownHostException e) {
                // It may get known: names of services appear with what serves
                continue;
            }
        }
        return List.copyOf(places);
    }
}
