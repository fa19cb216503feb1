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
 * @param hosts hosts and ports
 */
public record HostList(List<HostPort> hosts) implements Discovery {
    /** Makes one. */
    public HostList {
        hosts = List.copyOf(hosts);
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
        return new HostList(hosts);
    }

    @Override
    public List<InetSocketAddress> places() {
        var places = new LinkedHashSet<InetSocketAddress>();
        for (var host : hosts) {
            try {
                for (var address : InetAddress.getAllByName(host.host())) {
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
