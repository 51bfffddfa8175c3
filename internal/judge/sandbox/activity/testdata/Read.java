class Read {
    public static void main(String[] words) throws java.io.IOException {
        System.in.read();
    }
}
