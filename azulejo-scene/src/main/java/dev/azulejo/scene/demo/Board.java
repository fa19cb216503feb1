package dev.azulejo.scene.demo;

import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Transform;

import java.util.ArrayList;
import java.util.List;

/** Collects the panels of a flat picture, the nodes that live on them, and how these move. */
final class Board {
    final List<Mesh> meshes = new ArrayList<>();
    final List<Node> nodes = new ArrayList<>();
    final List<Integer> roots = new ArrayList<>();
    final Motion motion = new Motion();

    /** A rectangle to draw on, with coordinates of its own: 0, 0 is its upper left corner. */
    final class Panel {
        final Sheet sheet = new Sheet();
        final double width;
        final double height;
        private final String name;
        private final double left;
        private final double top;
        private final List<Integer> children = new ArrayList<>();

        private Panel(String name, double left, double top, double width, double height) {
            this.name = name;
            this.left = left;
            this.top = top;
            this.width = width;
            this.height = height;
        }

        /** Adds something that moves, above what has been drawn so far; returns its node. */
        int live(String liveName, Sheet drawn, double x, double y) {
            meshes.add(drawn.build(liveName));
            return place(liveName, meshes.size() - 1, x, y, sheet.lay(drawn), 0, Vec3.ONE);
        }

        /** Adds something that turns, showing what it shows at rest; degrees. */
        int turned(String liveName, Sheet drawn, double x, double y, double degrees) {
            meshes.add(drawn.build(liveName));
            int mesh = meshes.size() - 1;
            return place(liveName, mesh, x, y, sheet.lay(drawn), degrees, Vec3.ONE);
        }

        /** Adds a node for a mesh that is there, shown or hidden by its scale. */
        int place(String liveName, int mesh, double x, double y, double z, boolean shown) {
            return place(liveName, mesh, x, y, z, 0, shown ? Vec3.ONE : Vec3.ZERO);
        }

        private int place(
                String liveName,
                int mesh,
                double x,
                double y,
                double z,
                double degrees,
                Vec3 scale) {
            var rotation = degrees == 0 ? Quaternion.IDENTITY : Motion.rotation(2, degrees);
            var at = new Vec3((float) x, (float) -y, (float) z);
            nodes.add(Node.ofMesh(liveName, new Transform.Trs(at, rotation, scale), mesh));
            children.add(nodes.size() - 1);
            return nodes.size() - 1;
        }

        /** Adds the panel to the board when everything is on it. */
        void finish() {
            meshes.add(sheet.build(name));
            var at = new Vec3((float) left, (float) -top, 1);
            nodes.add(
                    new Node(
                            name,
                            new Transform.Trs(at, Quaternion.IDENTITY, Vec3.ONE),
                            children,
                            meshes.size() - 1,
                            -1,
                            -1));
            roots.add(nodes.size() - 1);
        }
    }

    /** Starts a part of the board without a frame. */
    Panel plain(String name, double left, double top, double width, double height) {
        return new Panel(name, left, top, width, height);
    }

    /** Starts a panel with round corners and a thin edge. */
    Panel panel(String name, double left, double top, double width, double height) {
        var panel = new Panel(name, left, top, width, height);
        panel.sheet.ink(Ink.EDGE).roundRect(0, 0, width, height, 10);
        panel.sheet.ink(Ink.PANEL).roundRect(1, 1, width - 2, height - 2, 9);
        return panel;
    }

    /** Starts a panel with a heading, a remark on the right and a line below them. */
    Panel panel(
            String heading, String remark, double left, double top, double width, double height) {
        var panel = panel(heading, left, top, width, height);
        panel.sheet.ink(Ink.BLUE).roundRect(20, 19, 4, 14, 2);
        panel.sheet.ink(Ink.TEXT).text(Dashboard.HEADING, heading, 34, 31.5, 0);
        panel.sheet.ink(Ink.FAINT).text(Dashboard.BODY, remark, width - 20, 31, 1);
        panel.sheet.ink(Ink.GRID).rect(1, 50, width - 2, 1);
        return panel;
    }
}
